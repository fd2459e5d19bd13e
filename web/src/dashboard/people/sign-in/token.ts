/** The token of a mailed link. It is in the fragment, which browsers never send to a server. */
export function readToken(): string {
  return new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
}
