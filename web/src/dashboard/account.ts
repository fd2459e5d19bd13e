/**
 * The account that a page is about: the one in its address, so that two tabs can show two accounts, or else the one that
 * was used last, as GET /me answered.
 */

let usedLast: string | undefined;

const IN_PATH = /^\/(acct_[0-9A-Za-z]+)(?=\/|$)/;

/** `path`: under `/dashboard`. */
export function accountIn(path: string): string | undefined {
  return IN_PATH.exec(path)?.[1];
}

/** The same page of another account, or of the one used last. */
export function pathIn(account: string | undefined, path: string): string {
  const rest = path.replace(IN_PATH, '').replace(/^\/$/, '');
  return account === undefined ? rest || '/' : `/${account}${rest}`;
}

export function accountInAddress(): string | undefined {
  return accountIn(location.pathname.replace(/^\/dashboard/, ''));
}

/** Named in every call, so that a switch in another tab changes nothing here. */
export function accountOfCalls(): string | undefined {
  return accountInAddress() ?? usedLast;
}

export function rememberAccount(id: string | undefined): void {
  usedLast = id;
}
