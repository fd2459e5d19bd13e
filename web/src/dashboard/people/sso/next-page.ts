/**
 * Remembers the requested page while the person logs in at the issuer, which sends every browser back to the same
 * address.
 */

const KEY = 'sso-next';

export function keepNext(next: string): void {
  try {
    sessionStorage.setItem(KEY, next);
  } catch {
    // Without storage, the login ends on the first page.
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
