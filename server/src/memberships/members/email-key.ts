/** The canonical spelling by which addresses are compared. */

/**
 * Lower-case letters of ASCII only. Full lower-casing makes one address of two: the Kelvin sign becomes `k`, and `İ`
 * becomes `i` with a dot, depending on who does it.
 */
export function emailKey(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
