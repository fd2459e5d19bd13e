/**
 * The cookies of a page that people enter with a mailed code: one for the session, and one for the browser that
 * requests codes. Browsers send them only to the back end of one council's page. So a person may be logged in with two
 * councils, and no other page of this server ever gets the cookies.
 */

import type { AccountId } from '../kernel/ids.ts';

/** The longest time for which browsers keep a cookie. */
export const BROWSER_MS = 400 * 24 * 3_600_000;

/** A browser that requests a code: for which account and address, and the hash of the browser's cookie. */
export type AskingBrowser = { accountId: AccountId; emailKey: string; tokenHash: Uint8Array; now: Date };

type Place = {
  /** The names of the two cookies. */
  session: string;
  browser: string;
  /** The path of the back end up to the id of the account. */
  root: string;
};

export type EntranceCookies = {
  setSession(baseUrl: string, accountId: AccountId, token: string, expiresAt: Date): string;
  clearSession(baseUrl: string, accountId: AccountId): string;
  readSession(header: string | undefined, baseUrl: string): string | undefined;
  setBrowser(baseUrl: string, accountId: AccountId, token: string, now: Date): string;
  readBrowser(header: string | undefined, baseUrl: string): string | undefined;
};

export function entranceCookies({ session, browser, root }: Place): EntranceCookies {
  const attributes = attributesAt(root);
  return {
    setSession: (baseUrl, accountId, token, expiresAt) =>
      `${nameFor(baseUrl, session)}=${token}; ${attributes(baseUrl, accountId)}; Expires=${expiresAt.toUTCString()}`,
    clearSession: (baseUrl, accountId) =>
      `${nameFor(baseUrl, session)}=; ${attributes(baseUrl, accountId)}; Max-Age=0`,
    readSession: (header, baseUrl) => readToken(header, nameFor(baseUrl, session)),
    setBrowser(baseUrl, accountId, token, now) {
      const expires = new Date(now.getTime() + BROWSER_MS).toUTCString();
      return `${nameFor(baseUrl, browser)}=${token}; ${attributes(baseUrl, accountId)}; Expires=${expires}`;
    },
    readBrowser: (header, baseUrl) => readToken(header, nameFor(baseUrl, browser)),
  };
}

function readToken(header: string | undefined, name: string): string | undefined {
  const pair = header?.split(';').find((part) => part.trim().startsWith(`${name}=`));
  const value = pair?.trim().slice(name.length + 1);
  return value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
}

/**
 * The attributes of the cookies. `SameSite=Strict` is enough: the mailed link opens the page, which needs no cookie,
 * and all calls come from the page itself.
 */
function attributesAt(root: string) {
  return (baseUrl: string, accountId: AccountId): string => {
    const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
    return `Path=${root}/${accountId}; HttpOnly; SameSite=Strict${secure}`;
  };
}

/**
 * The prefix `__Secure-` prevents others from setting the cookie over plain http. `__Host-` would not allow the path.
 */
function nameFor(baseUrl: string, name: string): string {
  return baseUrl.startsWith('https:') ? `__Secure-${name}` : name;
}
