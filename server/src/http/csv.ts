/** Tables for spreadsheets: RFC 4180, in UTF-8. */

export type CsvCell = string | number | null;

/**
 * The byte order mark that makes Excel read a file as UTF-8; without it "Ñúñez" is garbled. Sent once, before the
 * first line.
 */
export const CSV_START = '\ufeff';

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return CSV_START + [header, ...rows].map(csvLine).join('');
}

/** One line with its line break, for tables that are streamed. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(toCell).join(',')}\r\n`;
}

function toCell(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const text = withoutFormula(cell);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A name such as `=HYPERLINK(…)`, chosen by an attacker, would run as a formula when the table is opened
 * (CWE-1236). A leading apostrophe makes it text.
 */
function withoutFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
