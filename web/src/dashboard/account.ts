/**
 * The account of the page: the one in the page's address, so that two tabs can show two accounts; otherwise the account
 * used last, according to GET /me.
 */

let usedLast: string | undefined;

const IN_PATH = /^\/(acct_[0-9A-Za-z]+)(?=\/|$)/;

/** `path` is the part after `/dashboard`. */
export function accountIn(path: string): string | undefined {
  return IN_PATH.exec(path)?.[1];
}

/** The address of the same page for another account; without an id, for the account used last. */
export function pathIn(account: string | undefined, path: string): string {
  const rest = path.replace(IN_PATH, '').replace(/^\/$/, '');
  return account === undefined ? rest || '/' : `/${account}${rest}`;
}

export function accountInAddress(): string | undefined {
  return accountIn(location.pathname.replace(/^\/dashboard/, ''));
}

/** Sent with every call, so that switching accounts in another tab changes nothing in this one. */
export function accountOfCalls(): string | undefined {
  return accountInAddress() ?? usedLast;
}

export function rememberAccount(id: string | undefined): void {
  usedLast = id;
}
