/** The session cookie: `__Host-` over https, not readable by scripts, not sent with other sites' forms. */

export function setSessionCookie(baseUrl: string, token: string, expiresAt: Date): string {
  return `${nameFor(baseUrl)}=${token}; Path=/; HttpOnly; SameSite=Lax; Expires=${expiresAt.toUTCString()}${secure(baseUrl)}`;
}

export function clearSessionCookie(baseUrl: string): string {
  return `${nameFor(baseUrl)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${secure(baseUrl)}`;
}

export function readSessionCookie(header: string | undefined, baseUrl: string): string | undefined {
  const prefix = `${nameFor(baseUrl)}=`;
  const pair = header?.split(';').find((part) => part.trim().startsWith(prefix));
  const token = pair?.trim().slice(prefix.length);
  return token !== undefined && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined;
}

/** `__Host-` makes browsers reject a cookie planted by a sibling subdomain or over plain http. */
function nameFor(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Host-session' : 'session';
}

function secure(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '; Secure' : '';
}
