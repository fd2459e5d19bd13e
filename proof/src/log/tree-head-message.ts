/**
 * What an ML-DSA-44 key signs of a checkpoint (https://c2sp.org/tlog-cosignature): who signs, when, and the log's name,
 * size and root. It is the same for a log and for a witness; the name of the key tells them apart. Further lines of the
 * checkpoint are not signed, so nothing may rest on them.
 */

import { concatBytes, encodeUtf8 } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { readCheckpointText } from './checkpoint-text.ts';

export const TIME_BYTES = 8;

/** A time of zero means that no time is stated. */
export function treeHeadMessage(signer: string, timeSeconds: number, text: string): Uint8Array {
  const { origin, size, root } = readCheckpointText(text);
  return concatBytes(
    encodeUtf8('subtree/v1\n\0'),
    shortText(signer),
    encodeNumber(timeSeconds),
    shortText(origin),
    encodeNumber(0),
    encodeNumber(size),
    root,
  );
}

export function encodeNumber(value: number): Uint8Array {
  const bytes = new Uint8Array(TIME_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(value));
  return bytes;
}

/** The time that stands before a signature. Undefined if it is too large for a number of JavaScript. */
export function readTime(signature: Uint8Array): number | undefined {
  if (signature.length < TIME_BYTES) return undefined;
  const view = new DataView(signature.buffer, signature.byteOffset, TIME_BYTES);
  const timeSeconds = Number(view.getBigUint64(0));
  return Number.isSafeInteger(timeSeconds) ? timeSeconds : undefined;
}

/** The text behind one byte with its length. */
function shortText(text: string): Uint8Array {
  const bytes = encodeUtf8(text);
  if (bytes.length < 1 || bytes.length > 255)
    throw new ProofError(
      'checkpoint_malformed',
      'a name of more than 255 bytes cannot be signed with ML-DSA-44',
    );
  return concatBytes(Uint8Array.of(bytes.length), bytes);
}
