/** Addresses of OpenTimestamps calendars. */

/**
 * Writes an address in its canonical form, so that the address in a calendar's answer can be compared with the
 * operator's setting. Undefined for anything but a plain http:// or https:// address, because the format allows no
 * query and no credentials.
 */
export function parseCalendarAddress(text: string): string | undefined {
  if (!/^https?:\/\/[A-Za-z0-9\-._/:]+$/.test(text)) return undefined;
  return URL.parse(text)?.href.replace(/(?<!\/)\/+$/, '');
}
