/** The page that somebody wanted, while they log in elsewhere: the issuer sends every browser back to one address. */

const KEY = 'sso-next';

export function keepNext(next: string): void {
  try {
    sessionStorage.setItem(KEY, next);
  } catch {
    // Without storage the login ends on the first page.
  }
}

/** Returns the kept page, and forgets it. */
export function takeNext(): string {
  try {
    const next = sessionStorage.getItem(KEY) ?? '/';
    sessionStorage.removeItem(KEY);
    return next;
  } catch {
    return '/';
  }
}
