/** Tables for spreadsheets: RFC 4180, in UTF-8. */

export type CsvCell = string | number | null;

/**
 * The mark that makes Excel read a file as UTF-8; without it "Ñúñez" comes out garbled. Goes in front of the
 * first line, once.
 */
export const CSV_START = '\ufeff';

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

export function toCsv(header: readonly string[], rows: readonly (readonly CsvCell[])[]): string {
  return CSV_START + [header, ...rows].map(csvLine).join('');
}

/** One line with its end, for tables that are sent piece by piece. */
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
 * A name such as `=HYPERLINK(…)` that a stranger chose would run in the spreadsheet of whoever opens the table
 * (CWE-1236). An apostrophe in front makes it a text.
 */
function withoutFormula(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}
