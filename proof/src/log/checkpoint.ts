/** Checkpoints of a log (https://c2sp.org/tlog-checkpoint): a signed note over origin, size and root. */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { ProofError } from '../proof-error.ts';
import { type Checkpoint, encodeCheckpoint, readCheckpointText } from './checkpoint-text.ts';
import { decodeNote, type NoteSigner, type SignedNote, signNote } from './signed-note.ts';

export type SignedCheckpoint = Checkpoint & { note: SignedNote };

/** `vkey` is the log's verifier key; its name must be the log's origin. */
export async function signCheckpoint(
  engine: CryptoEngine,
  checkpoint: Checkpoint,
  vkey: string,
  sign: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>,
): Promise<string> {
  return await signCheckpointBy(engine, checkpoint, [{ vkey, sign }]);
}

/**
 * Signs with every key that the log uses at the time: one of each algorithm, and two while a new key takes over from
 * the old one.
 */
export async function signCheckpointBy(
  engine: CryptoEngine,
  checkpoint: Checkpoint,
  signers: readonly NoteSigner[],
): Promise<string> {
  if (!signers.every(({ vkey }) => vkey.startsWith(`${checkpoint.origin}+`))) {
    throw new ProofError('invalid_argument', 'the name of the key is not the origin of the log');
  }
  return await signNote(engine, encodeCheckpoint(checkpoint), signers);
}

/** Reads a signed note without verifying its signatures; see `verifyNote`. */
export function decodeCheckpoint(note: string): SignedCheckpoint {
  const signed = decodeNote(note);
  return { ...readCheckpointText(signed.text), note: signed };
}
