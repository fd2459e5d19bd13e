/** The session cookie. */

import { clearHostCookie, readHostCookie, setHostCookie } from './host-cookie.ts';

const NAME = 'session';

export function setSessionCookie(baseUrl: string, token: string, expiresAt: Date): string {
  return setHostCookie(baseUrl, NAME, token, expiresAt);
}

export function clearSessionCookie(baseUrl: string): string {
  return clearHostCookie(baseUrl, NAME);
}

export function readSessionCookie(header: string | undefined, baseUrl: string): string | undefined {
  return readHostCookie(header, baseUrl, NAME, /^[A-Za-z0-9_-]{43}$/);
}
