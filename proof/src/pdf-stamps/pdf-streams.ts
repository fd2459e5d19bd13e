/** Decodes the streams that contain tables and objects of a PDF (ISO 32000-2 §7.4): plain or Flate, with predictors. */

import { inflateZlibStart } from '../encoding/inflate.ts';
import { type PdfDictionary, type PdfValue, unreadable } from './pdf-syntax.ts';

const MAX_WORK = 128 << 20;
const MAX_STREAM_BYTES = 64 << 20;

/**
 * The most bytes that may be read for one file, including decompressed bytes and bytes that are read again. A hostile
 * file can refer to the same object or table many times.
 */
export class Work {
  #left = MAX_WORK;

  spend(bytes: number): void {
    this.#left -= bytes;
    if (this.#left < 0) throw unreadable('reading it takes too long');
  }

  get mostToInflate(): number {
    return Math.min(MAX_STREAM_BYTES, this.#left);
  }
}

export function decodeStream(dictionary: PdfDictionary, content: Uint8Array, work: Work): Uint8Array {
  work.spend(content.length);
  const decoded = decode(dictionary, content, work.mostToInflate);
  work.spend(decoded.length);
  return decoded;
}

function decode(dictionary: PdfDictionary, content: Uint8Array, maxBytes: number): Uint8Array {
  const filter = only(dictionary.entries.get('Filter')?.value ?? dictionary.entries.get('F')?.value);
  if (filter === undefined) return content;
  if (filter.kind !== 'name' || (filter.name !== 'FlateDecode' && filter.name !== 'Fl'))
    throw unreadable('one of its tables is compressed in a way that is not read here');
  const parameters = only(dictionary.entries.get('DecodeParms')?.value);
  const inflated = inflateZlibStart(content, maxBytes);
  if (parameters === undefined || parameters.kind === 'word') return inflated;
  if (parameters.kind !== 'dictionary') throw unreadable('one of its tables has unreadable parameters');
  return undoPredictor(inflated, parameters);
}

/** A filter may be given alone or in an array of one. */
function only(value: PdfValue | undefined): PdfValue | undefined {
  if (value?.kind !== 'array') return value;
  if (value.items.length > 1) throw unreadable('one of its tables is compressed twice');
  return value.items[0];
}

function undoPredictor(bytes: Uint8Array, { entries }: PdfDictionary): Uint8Array {
  const number = (key: string, absent: number): number => {
    const value = entries.get(key)?.value;
    return value?.kind === 'number' ? value.value : absent;
  };
  const predictor = number('Predictor', 1);
  if (predictor === 1) return bytes;
  const columns = number('Columns', 1);
  const isPlain = number('Colors', 1) === 1 && number('BitsPerComponent', 8) === 8;
  if (predictor < 10 || !isPlain || !Number.isSafeInteger(columns) || columns < 1 || columns > 1 << 16)
    throw unreadable('one of its tables has unreadable parameters');
  const rows = Math.floor(bytes.length / (columns + 1));
  const output = new Uint8Array(rows * columns);
  for (let row = 0; row < rows; row += 1) undoRow(bytes, output, row, columns);
  return output;
}

/** PNG filters (§7.4.4.4): each row begins with a byte for its kind of filter. */
function undoRow(bytes: Uint8Array, output: Uint8Array, row: number, columns: number): void {
  const from = row * (columns + 1);
  const to = row * columns;
  const kind = bytes[from] ?? 0;
  if (kind > 4) throw unreadable('one of its tables is damaged');
  for (let column = 0; column < columns; column += 1) {
    const left = column > 0 ? (output[to + column - 1] ?? 0) : 0;
    const up = row > 0 ? (output[to + column - columns] ?? 0) : 0;
    const corner = row > 0 && column > 0 ? (output[to + column - columns - 1] ?? 0) : 0;
    const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][kind] ?? 0;
    output[to + column] = (bytes[from + 1 + column] ?? 0) + predicted;
  }
}

function paeth(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
