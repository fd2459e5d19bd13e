/** Where a login leads: only to a page of the dashboard, since `next` could name another site (open redirect). */
export function safeNext(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  return /^\/[a-z0-9][\w/-]*$/i.test(next) ? next : '/';
}

/** Keeps `next` on the way between login and sign-up. */
export function withSearch(path: string, search: string): string {
  return search === '' ? path : `${path}?${search}`;
}
