/** Where an OpenTimestamps calendar is. */

/**
 * The one way to write it, so that what a calendar calls itself can be compared with what the operator named.
 * Undefined for anything but a plain http:// or https:// address: the format knows no query and no credentials.
 */
export function parseCalendarAddress(text: string): string | undefined {
  if (!/^https?:\/\/[A-Za-z0-9\-._/:]+$/.test(text)) return undefined;
  return URL.parse(text)?.href.replace(/\/+$/, '');
}
