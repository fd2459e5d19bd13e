/** Lengths and characters allowed in a text, the same for every route. */

import { AppError } from '../kernel/errors.ts';

export type TextRule = { maxChars: number; multiline: boolean };

/**
 * Refuses a text that is too long, or that PostgreSQL text, XML 1.0 or UTF-8 cannot represent. Everything else is
 * kept and returned unchanged. A character is a code point, as in JSON Schema and in SQL.
 */
export function assertText(field: string, value: string, { maxChars, multiline }: TextRule): void {
  if (isLongerThan(value, maxChars)) {
    throw invalidField(
      field,
      `is longer than ${maxChars} characters; shorten it.`,
      `tiene más de ${maxChars} caracteres; acórtelo.`,
    );
  }
  if (!value.isWellFormed()) {
    throw invalidField(
      field,
      'holds half of a surrogate pair; send whole Unicode characters.',
      'contiene medio par sustituto; envíe caracteres Unicode completos.',
    );
  }
  const bad = findForbidden(value, multiline);
  if (bad === undefined) return;
  const codePoint = `U+${bad.toString(16).toUpperCase().padStart(4, '0')}`;
  throw invalidField(
    field,
    `holds the character ${codePoint}, which is not allowed; remove it.`,
    `contiene el carácter ${codePoint}, que no se permite; quítelo.`,
  );
}

export function invalidField(field: string, en: string, es: string, cause?: unknown): AppError {
  return new AppError('validation_failed', { en: `${field} ${en}`, es: `${field} ${es}` }, { cause });
}

function isLongerThan(value: string, maxChars: number): boolean {
  if (value.length <= maxChars) return false;
  if (value.length > 2 * maxChars) return true;
  let chars = 0;
  for (const _ of value) chars++;
  return chars > maxChars;
}

/**
 * The first forbidden character: a C0 control, DEL, U+FFFE or U+FFFF. Tab, CR and LF are allowed in texts with
 * several lines.
 */
function findForbidden(value: string, multiline: boolean): number | undefined {
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (code >= 0x20 && code !== 0x7f && code < 0xfffe) continue;
    if (multiline && (code === 0x09 || code === 0x0a || code === 0x0d)) continue;
    return code;
  }
  return undefined;
}
