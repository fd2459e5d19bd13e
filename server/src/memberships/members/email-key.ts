/** The canonical spelling of an address, by which addresses are compared. */

/**
 * Only ASCII letters are changed to lower case. Full lower-casing would turn two different addresses into one: the
 * Kelvin sign becomes `k`, and some programs turn `İ` into `i` with a dot.
 */
export function emailKey(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
