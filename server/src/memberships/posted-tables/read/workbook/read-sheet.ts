/** The rows of a sheet. Formulas are never computed: what counts is the value that the spreadsheet stored with them. */

import { type NumberFormat, PLAIN, showNumber } from './number-format.ts';
import { walkXml } from './walk-xml.ts';
import { WorkbookProblem } from './workbook-problem.ts';

/** `bad`: the first cell whose value is an error such as #N/A, or a formula that was never computed. */
export type SheetRow = { cells: string[]; bad?: { column: number; what: 'error' | 'formula' } };

type SheetContext = {
  strings: readonly string[];
  formats: readonly NumberFormat[];
  isFrom1904: boolean;
  mostRows: number;
  mostColumns: number;
};

/** The most cells of all rows together, as for a table that is posted as JSON. */
const MOST_CELLS = 500_000;
const MOST_TEXT_CHARS = 8 * 1024 * 1024;

/** Yields no blank rows: spreadsheets keep thousands of them below a table that was once longer. */
export async function readSheet(chunks: AsyncIterable<Buffer>, context: SheetContext): Promise<SheetRow[]> {
  const reader = new SheetReader(context);
  await walkXml(chunks, {
    open: (name, attributes) => reader.open(name, attributes),
    text: (text) => reader.text(text),
    close: (name) => reader.close(name),
  });
  return reader.rows;
}

type OpenCell = { column: number; type: string; style: number; value: string; hasFormula: boolean };

class SheetReader {
  readonly rows: SheetRow[] = [];
  readonly #context: SheetContext;
  #row: SheetRow = { cells: [] };
  #cell: OpenCell | undefined;
  #isValue = false;
  #isReading = false;
  #nextColumn = 0;
  #cells = 0;
  #chars = 0;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  open(name: string, { r, t, s }: Readonly<Record<string, string>>): void {
    if (name === 'row') {
      this.#row = { cells: [] };
      this.#nextColumn = 0;
    } else if (name === 'c') {
      const column = columnOf(r) ?? this.#nextColumn;
      this.#cell = { column, type: t ?? 'n', style: Number(s ?? -1), value: '', hasFormula: false };
      this.#nextColumn = column + 1;
    } else if (name === 'f' && this.#cell) this.#cell.hasFormula = true;
    else if (name === 'rPh') this.#isReading = true;
    else if (name === 'v' || name === 't') this.#isValue = !this.#isReading;
  }

  text(text: string): void {
    if (this.#isValue && this.#cell) this.#cell.value += text;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#isValue = false;
    else if (name === 'rPh') this.#isReading = false;
    else if (name === 'c') this.#endCell();
    else if (name === 'row') this.#endRow();
  }

  #endCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (cell === undefined) return;
    // Of all cells far to the right, only one is kept. It is enough to have the row refused, because it is beyond the
    // header.
    const column = Math.min(cell.column, this.#context.mostColumns);
    const what = cell.type === 'e' ? 'error' : cell.hasFormula && cell.value === '' ? 'formula' : undefined;
    if (what !== undefined && cell.type !== 'str') this.#row.bad ??= { column, what };
    const text = this.#textOf(cell);
    if (text.trim() === '') return;
    this.#cells += 1;
    this.#chars += text.length;
    if (this.#cells > MOST_CELLS || this.#chars > MOST_TEXT_CHARS) throw new WorkbookProblem('too_large');
    const { cells } = this.#row;
    while (cells.length < column) cells.push('');
    cells[column] = text;
  }

  #textOf({ type, style, value }: OpenCell): string {
    if (type === 's') return this.#context.strings[Number(value)] ?? '';
    if (type === 'b') return value === '1' ? 'true' : 'false';
    if (type === 'd') return value.slice(0, 10);
    if (type !== 'n') return value;
    return showNumber(value, this.#context.formats[style] ?? PLAIN, this.#context.isFrom1904);
  }

  #endRow(): void {
    if (this.#row.cells.length === 0) return;
    this.rows.push(this.#row);
    if (this.rows.length > this.#context.mostRows) throw new WorkbookProblem('too_many_rows');
  }
}

/** The column of a reference such as `AB12`, from 0. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
