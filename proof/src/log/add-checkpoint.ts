/** The body in which a checkpoint is offered to a witness (https://c2sp.org/tlog-witness, add-checkpoint). */

import { encodeBase64, parseBase64 } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';

export type OfferedCheckpoint = {
  /** Size of the largest checkpoint that the witness has cosigned, as far as the log knows. */
  oldSize: number;
  /** Proves that the tree of the checkpoint extends the tree of `oldSize` leaves. */
  proof: readonly Uint8Array[];
  /** The signed note. */
  note: string;
};

/** RFC 9162: no tree of up to 2^63 leaves needs a longer proof. */
const MOST_HASHES = 63;

export function encodeAddCheckpoint({ oldSize, proof, note }: OfferedCheckpoint): string {
  return [`old ${oldSize}`, ...proof.map(encodeBase64), '', note].join('\n');
}

/** Does not check the checkpoint itself, which may not even be a note. */
export function decodeAddCheckpoint(body: string): OfferedCheckpoint {
  const end = body.indexOf('\n\n');
  const [first = '', ...lines] = body.slice(0, Math.max(end, 0)).split('\n');
  const [, old] = /^old (0|[1-9][0-9]{0,15})$/.exec(first) ?? [];
  const oldSize = old === undefined ? Number.NaN : Number(old);
  if (!Number.isSafeInteger(oldSize)) throw malformed('the first line must be "old" and a size');
  if (lines.length > MOST_HASHES) throw malformed(`there are more than ${MOST_HASHES} hashes`);
  const proof = lines.map(parseBase64);
  const hashes = proof.filter((hash) => hash?.length === 32) as Uint8Array[];
  if (hashes.length < proof.length) throw malformed('a line of the proof is not a hash in base64');
  return { oldSize, proof: hashes, note: body.slice(end + 2) };
}

function malformed(message: string): ProofError {
  return new ProofError('checkpoint_malformed', message);
}
