/**
 * The extra fields of ZIP headers that change what a program reads: sizes of ZIP64 (APPNOTE 4.5.3), and a second name
 * (Info-ZIP's Unicode path), which some programs prefer to the first.
 */

import { ProofError } from '../proof-error.ts';

const ZIP64 = 0x0001;
const UNICODE_PATH = 0x7075;
const FULL = 0xffffffff;

/**
 * Returns the values of a header; where the header refers to the extra field of ZIP64, the value comes from there. Some
 * programs write that field for small files too.
 */
export function withExtra(extra: Uint8Array, values: readonly number[]): number[] {
  const view = new DataView(extra.buffer, extra.byteOffset, extra.byteLength);
  let zip64: number[] | undefined;
  let at = 0;
  while (at + 4 <= extra.length) {
    const [id, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    const end = at + 4 + length;
    if (end > extra.length || id === UNICODE_PATH || (id === ZIP64 && zip64 !== undefined)) break;
    if (id === ZIP64) zip64 = numbersIn(view, at + 4, end);
    at = end;
  }
  if (at !== extra.length) throw malformed('an entry has a second name, or a damaged field');
  const full = values.filter((value) => value === FULL).length;
  if (full !== (zip64?.length ?? 0)) throw malformed('an entry has two sizes');
  let next = 0;
  return values.map((value) => (value === FULL ? (zip64?.[next++] ?? 0) : value));
}

function numbersIn(view: DataView, start: number, end: number): number[] {
  const numbers: number[] = [];
  for (let at = start; at + 8 <= end; at += 8) numbers.push(Number(view.getBigUint64(at, true)));
  return numbers;
}

function malformed(why: string): ProofError {
  return new ProofError('zip_malformed', `this ZIP file is not read: ${why}`);
}
