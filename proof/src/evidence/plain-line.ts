/** Makes text from others safe to print: on one line, with every character visible. */

/**
 * Control characters could write over the screen or begin a line that looks like a command; direction marks and
 * invisible characters could make a name look like another.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

export function plainLine(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
