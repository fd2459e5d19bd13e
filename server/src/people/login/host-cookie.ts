/** Our cookies: `__Host-` over https, not readable by scripts, not sent with other sites' forms. */

export function setHostCookie(baseUrl: string, name: string, value: string, expiresAt: Date): string {
  return `${nameFor(baseUrl, name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Expires=${expiresAt.toUTCString()}${secure(baseUrl)}`;
}

export function clearHostCookie(baseUrl: string, name: string): string {
  return `${nameFor(baseUrl, name)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure(baseUrl)}`;
}

/** Undefined unless the value has the shape of `pattern`. */
export function readHostCookie(
  header: string | undefined,
  baseUrl: string,
  name: string,
  pattern: RegExp,
): string | undefined {
  const prefix = `${nameFor(baseUrl, name)}=`;
  const pair = header?.split(';').find((part) => part.trim().startsWith(prefix));
  const value = pair?.trim().slice(prefix.length);
  return value !== undefined && pattern.test(value) ? value : undefined;
}

/** `__Host-` makes browsers reject a cookie planted by a sibling subdomain or over plain http. */
function nameFor(baseUrl: string, name: string): string {
  return baseUrl.startsWith('https:') ? `__Host-${name}` : name;
}

function secure(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '; Secure' : '';
}
