/**
 * The cookie of a member's session. It goes with the back end of one council's page and nowhere else, so that somebody
 * may be logged in with two councils, and no other page of this server ever gets it.
 */

import type { AccountId } from '../../../kernel/ids.ts';

function backEndPath(accountId: AccountId): string {
  return `/api/my/${accountId}`;
}

export function setMemberCookie(
  baseUrl: string,
  accountId: AccountId,
  token: string,
  expiresAt: Date,
): string {
  return `${nameFor(baseUrl)}=${token}; ${attributes(baseUrl, accountId)}; Expires=${expiresAt.toUTCString()}`;
}

export function clearMemberCookie(baseUrl: string, accountId: AccountId): string {
  return `${nameFor(baseUrl)}=; ${attributes(baseUrl, accountId)}; Max-Age=0`;
}

export function readMemberCookie(header: string | undefined, baseUrl: string): string | undefined {
  const prefix = `${nameFor(baseUrl)}=`;
  const pair = header?.split(';').find((part) => part.trim().startsWith(prefix));
  const value = pair?.trim().slice(prefix.length);
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
}

/** The mailed link opens the page, which needs no cookie; all calls come from the page itself. */
function attributes(baseUrl: string, accountId: AccountId): string {
  const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
  return `Path=${backEndPath(accountId)}; HttpOnly; SameSite=Strict${secure}`;
}

/** `__Secure-`: not planted over plain http. `__Host-` would forbid the path. */
function nameFor(baseUrl: string): string {
  return baseUrl.startsWith('https:') ? '__Secure-member' : 'member';
}
