/** A visitor's preferences, kept in cookies so that the server can apply them to the first page. */

const YEAR_SECONDS = 31_536_000;

type Preference = 'theme' | 'language';

export function readPreference(name: Preference): string | undefined {
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) || undefined;
}

/** Undefined deletes the preference. */
export function writePreference(name: Preference, value: string | undefined): void {
  const age = value === undefined ? 0 : YEAR_SECONDS;
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store interface is not in every browser yet.
  document.cookie = `${name}=${value ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}
