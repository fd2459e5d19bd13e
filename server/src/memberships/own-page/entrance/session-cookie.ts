/**
 * The cookies of a member's page: one for the session, and one for the browser that asks for codes. Browsers send them
 * only to the back end of one council's page. So a person may be logged in with two councils, and no other page of this
 * server ever gets the cookies.
 */

import type { AccountId } from '../../../kernel/ids.ts';

const SESSION = 'member';
const BROWSER = 'member-browser';

function backEndPath(accountId: AccountId): string {
  return `/api/my/${accountId}`;
}

export function setMemberCookie(
  baseUrl: string,
  accountId: AccountId,
  token: string,
  expiresAt: Date,
): string {
  return `${nameFor(baseUrl, SESSION)}=${token}; ${attributes(baseUrl, accountId)}; Expires=${expiresAt.toUTCString()}`;
}

export function clearMemberCookie(baseUrl: string, accountId: AccountId): string {
  return `${nameFor(baseUrl, SESSION)}=; ${attributes(baseUrl, accountId)}; Max-Age=0`;
}

export function readMemberCookie(header: string | undefined, baseUrl: string): string | undefined {
  return readToken(header, nameFor(baseUrl, SESSION));
}

/** The longest time for which browsers keep a cookie. */
const BROWSER_MS = 400 * 24 * 3_600_000;

export function setBrowserCookie(baseUrl: string, accountId: AccountId, token: string, now: Date): string {
  const expiresAt = new Date(now.getTime() + BROWSER_MS);
  return `${nameFor(baseUrl, BROWSER)}=${token}; ${attributes(baseUrl, accountId)}; Expires=${expiresAt.toUTCString()}`;
}

export function readBrowserCookie(header: string | undefined, baseUrl: string): string | undefined {
  return readToken(header, nameFor(baseUrl, BROWSER));
}

function readToken(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(';').find((part) => part.trim().startsWith(`${name}=`));
  const value = pair?.trim().slice(name.length + 1);
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
}

/**
 * The attributes of the cookies. The mailed link opens the page, which needs no cookie, and all calls come from the
 * page itself.
 */
function attributes(baseUrl: string, accountId: AccountId): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `Path=${backEndPath(accountId)}; HttpOnly; SameSite=Strict${secure}`;
}

/**
 * The prefix `__Secure-` prevents others from setting the cookie over plain http. `__Host-` would not allow the path.
 */
function nameFor(baseUrl: string, name: string): string {
  return baseUrl.startsWith('https:') ? `__Secure-${name}` : name;
}
