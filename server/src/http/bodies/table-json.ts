/**
 * Reads a table as JSON, `{"rows": […], …}`, in pieces: ten thousand rows parsed at once would stop the process for a
 * tenth of a second. The size of each row, and of everything besides the rows, is limited, so that none of them takes
 * that long.
 */

import { AppError } from '../../kernel/errors.ts';
import { Piece } from '../../kernel/pacing/pieces.ts';
import { malformedJson } from './json-errors.ts';
import {
  CLOSE_BRACKET,
  COLON,
  COMMA,
  type JsonLimits,
  JsonNesting,
  LastString,
  OPEN_BRACKET,
} from './json-limits.ts';

/** The same limit as for a row of a CSV table. */
const MAX_ROW_BYTES = 200_000;
const MAX_OTHER_BYTES = 256 * 1024;
/** How many bytes are parsed at once. */
const PARSED_BYTES = 64 * 1024;
const LOOK_EVERY_BYTES = 8 * 1024;

type Parse = (json: Buffer) => Promise<unknown>;

/** Where the rows are. Each row ends at the comma or bracket that follows it. */
type Rows = { from: number; to: number; ends: number[] };

export async function parseTableJson(text: Buffer, limits: JsonLimits, parse: Parse): Promise<unknown> {
  const piece = new Piece();
  await piece.next();
  const rows = await findRows(text, limits, piece);
  if (rows === undefined) return parse(assertShort(text));
  const rest = assertShort(Buffer.concat([text.subarray(0, rows.from), text.subarray(rows.to)]));
  const table = await parse(rest);
  const parsed: unknown[] = [];
  for (const slice of slicesOf(text, rows)) {
    if (piece.isOver) await piece.next();
    const some = await parse(Buffer.concat([OPEN, slice, CLOSE]));
    for (const row of some as unknown[]) parsed.push(row);
  }
  return { ...(table as object), rows: parsed };
}

const OPEN = Buffer.from('[');
const CLOSE = Buffer.from(']');

async function findRows(text: Buffer, limits: JsonLimits, piece: Piece): Promise<Rows | undefined> {
  const finder = new RowFinder(text, limits);
  for (let at = 0; at < text.length; at += LOOK_EVERY_BYTES) {
    if (piece.isOver) await piece.next();
    finder.pass(at, Math.min(at + LOOK_EVERY_BYTES, text.length));
  }
  return finder.rows;
}

class RowFinder {
  rows: Rows | undefined;
  readonly #text: Buffer;
  readonly #limits: JsonLimits;
  readonly #nesting: JsonNesting;
  readonly #last = new LastString();
  /** Whether the name of the next member is `rows`. */
  #isRows = false;
  #isInside = false;

  constructor(text: Buffer, limits: JsonLimits) {
    this.#text = text;
    this.#limits = limits;
    this.#nesting = new JsonNesting(limits.most.depth);
  }

  pass(from: number, to: number): void {
    const nesting = this.#nesting;
    for (let i = from; i < to; i++) {
      const byte = this.#text[i] as number;
      const wasInString = nesting.isInString;
      const values = nesting.values;
      nesting.pass(byte);
      if (values !== nesting.values) this.#limits.countValue();
      if (wasInString !== nesting.isInString) this.#last.pass(nesting.isInString, i);
      else if (!wasInString) this.#look(byte, i);
    }
  }

  #look(byte: number, at: number): void {
    const { depth } = this.#nesting;
    if (byte === COLON) {
      const name = this.#last.take(this.#text);
      this.#limits.tell(name);
      this.#isRows = depth === 1 && name === 'rows';
    } else if (byte === OPEN_BRACKET && depth === 2 && this.#isRows) this.#begin(at);
    else if (this.#isInside && byte === COMMA && depth === 2) this.#endRow(at);
    else if (this.#isInside && depth === 1) this.#close(byte, at);
    else if (byte === COMMA && depth === 1) this.#isRows = false;
  }

  #begin(at: number): void {
    if (this.rows !== undefined)
      throw malformedJson('it has the field `rows` twice', 'tiene dos veces el campo `rows`');
    this.rows = { from: at + 1, to: at + 1, ends: [] };
    this.#isInside = true;
  }

  #endRow(at: number): void {
    if (this.rows === undefined) return;
    const from = this.rows.to;
    if (at - from > MAX_ROW_BYTES) throw rowTooLong(this.rows.ends.length + 1);
    if (isBlank(this.#text, from, at)) throw malformedJson('a row is missing', 'falta una fila');
    this.rows.ends.push(at);
    this.rows.to = at + 1;
  }

  #close(byte: number, at: number): void {
    if (this.rows === undefined) return;
    if (byte !== CLOSE_BRACKET)
      throw malformedJson('the list `rows` is not closed', 'la lista `rows` no se cierra');
    const isEmpty = this.rows.ends.length === 0 && isBlank(this.#text, this.rows.to, at);
    if (!isEmpty) this.#endRow(at);
    this.rows.to = at;
    this.#isInside = false;
    this.#isRows = false;
  }
}

function isBlank(text: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if ((text[i] as number) > 0x20) return false;
  return true;
}

/** Yields some rows at a time, without the comma behind the last one. */
function* slicesOf(text: Buffer, { from, ends }: Rows): Generator<Buffer> {
  let start = from;
  for (const [i, end] of ends.entries()) {
    if (end - start < PARSED_BYTES && i < ends.length - 1) continue;
    yield text.subarray(start, end);
    start = end + 1;
  }
}

function assertShort(text: Buffer): Buffer {
  if (text.length <= MAX_OTHER_BYTES) return text;
  throw new AppError('roster_too_large', {
    en: `Besides \`rows\` the body may have ${MAX_OTHER_BYTES / 1024} KiB. Send the table as a list of objects named \`rows\`.`,
    es: `Además de \`rows\` el cuerpo puede medir ${MAX_OTHER_BYTES / 1024} KiB. Envíe la tabla como una lista de objetos llamada \`rows\`.`,
  });
}

function rowTooLong(row: number): AppError {
  const most = MAX_ROW_BYTES.toLocaleString('en-US');
  return new AppError('roster_too_large', {
    en: `Row ${row} is longer than ${most} bytes. Shorten its texts.`,
    es: `La fila ${row} mide más de ${most} bytes. Acorte sus textos.`,
  });
}
