/** Where a login leads: only to a page of the dashboard, since `next` could name another site (open redirect). */
export function safeNext(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  // Only the path decides to which site the address leads. The query may contain any text, as the router has decoded
  // it.
  return /^\/[a-z0-9][\w/-]*(?:\?[^#\\<>]*)?$/i.test(next) ? next : '/';
}

/** The address of the login page, which after the login leads back to this page with its filters. */
export function loginBefore(path: string, search: string): string {
  if (path === '/' && search === '') return '/login';
  return `/login?${new URLSearchParams({ next: withSearch(path, search) })}`;
}

/** Keeps `next` on the way between login and sign-up. */
export function withSearch(path: string, search: string): string {
  return search === '' ? path : `${path}?${search}`;
}
