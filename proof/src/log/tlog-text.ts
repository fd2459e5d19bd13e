/** C2SP tlog-proofs (https://c2sp.org/tlog-proof): one leaf's place in a log, its path, and a signed checkpoint. */

import { encodeBase64, parseBase64 } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';

export type TlogProof = {
  /** Further bytes from which the leaf is made. Each log defines their meaning. */
  extra: Uint8Array;
  index: number;
  /** Siblings from the leaf upwards. */
  path: readonly Uint8Array[];
  /** The signed note. */
  note: string;
};

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
/** More than a tree of 2^53 leaves needs. */
const MAX_STEPS = 64;
const MAX_EXTRA_BYTES = 1024;

export function encodeTlogText({ extra, index, path, note }: TlogProof): string {
  return [
    FIRST_LINE,
    `extra ${encodeBase64(extra)}`,
    `index ${index}`,
    ...path.map((hash) => encodeBase64(hash)),
    '',
    note,
  ].join('\n');
}

/** Reads the text. Verifies neither the path nor the note's signatures. */
export function decodeTlogText(text: string): TlogProof {
  const split = text.indexOf('\n\n');
  const [first, extraLine = '', indexLine = '', ...steps] = text.slice(0, Math.max(split, 0)).split('\n');
  const extra = extraLine.startsWith('extra ') ? parseBase64(extraLine.slice(6)) : undefined;
  const index = /^index (?:0|[1-9][0-9]{0,15})$/.test(indexLine) ? Number(indexLine.slice(6)) : Number.NaN;
  const path = steps.flatMap((step) => parseBase64(step) ?? []);
  const isWhole =
    first === FIRST_LINE &&
    extra !== undefined &&
    extra.length <= MAX_EXTRA_BYTES &&
    Number.isSafeInteger(index) &&
    steps.length <= MAX_STEPS &&
    path.length === steps.length &&
    path.every(({ length }) => length === 32);
  if (!isWhole) throw new ProofError('checkpoint_malformed', 'this is not a tlog-proof');
  return { extra, index, path, note: text.slice(split + 2) };
}
