/** Text that somebody else chose, made safe to print: on one line, and each character to be seen for what it is. */

/**
 * Control characters could write over the screen or begin a line that looks like a command; marks of writing
 * direction and invisible characters could show a name other than it is.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

export function plainLine(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
