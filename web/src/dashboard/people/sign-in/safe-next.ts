/**
 * Where a login leads: a page of the dashboard, whatever the address says. `//elsewhere.example` and
 * `https:…` in `next` would make our login a stepping stone for somebody else's page.
 */
export function safeNext(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? '/';
  return /^\/[a-z0-9][\w/-]*$/i.test(next) ? next : '/';
}
