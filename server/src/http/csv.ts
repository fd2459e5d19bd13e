/** Tables for spreadsheets: RFC 4180, in UTF-8. */

export type CsvCell = string | number | null;

/**
 * The byte order mark. Without it Excel does not read the file as UTF-8, and "Ñúñez" is garbled. It is sent once,
 * before the first line.
 */
export const CSV_START = '\ufeff';

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return CSV_START + [header, ...rows].map(csvLine).join('');
}

/** Writes one line with its line break, for tables that are streamed. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

/** Quotes a cell, unless it is a plain word, number or time, which means nothing special to any spreadsheet. */
function toCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  return PLAIN.test(cell) ? cell : `"${withoutFormulas(cell).replaceAll('"', '""')}"`;
}

const PLAIN = /^(?:[\p{L}\p{N}_][\p{L}\p{N}_ .:/-]*)?$/u;

/**
 * The characters that begin a formula. Full-width and small forms are included, because spreadsheets in some
 * languages treat them as the same characters.
 */
const SIGNS = '=+@\\-＝＋－＠﹦﹢﹣﹫−';
const BLANK = /[\s\p{Cf}"']/u;
const DELIMITER = /[;|\t\r\n]/;
const SIGN = new RegExp(`[${SIGNS}]`, 'u');
const FORMULA = new RegExp(`^(?:[\\t\\r\\n]|[\\s\\p{Cf}"']*[${SIGNS}])`, 'u');

/**
 * Keeps texts from running as formulas. A name such as `=HYPERLINK(…)`, chosen by an attacker, would run as a formula
 * when the table is opened (CWE-1236). An apostrophe in front makes it text. An apostrophe is also put inside a cell,
 * after each character at which other spreadsheets split cells: where the list separator is `;`, quotes in the middle
 * of a line do not keep a cell together.
 */
function withoutFormulas(text: string): string {
  const guarded = FORMULA.test(text) ? `'${text}` : text;
  if (!DELIMITER.test(guarded)) return guarded;
  let written = '';
  let begins = false;
  for (const char of guarded) {
    if (begins && SIGN.test(char)) written += "'";
    written += char;
    begins = DELIMITER.test(char) || (begins && BLANK.test(char));
  }
  return written;
}
