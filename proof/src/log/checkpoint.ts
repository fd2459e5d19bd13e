/** Checkpoints of a log (https://c2sp.org/tlog-checkpoint): a signed note over origin, size and root. */

import type { CryptoEngine } from '../crypto/crypto-engine.ts';
import { encodeBase64, parseBase64 } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';
import { decodeNote, type NoteSigner, type SignedNote, signNote } from './signed-note.ts';

export type Checkpoint = {
  /** Name of the log, and of the key that signs for it. */
  origin: string;
  size: number;
  root: Uint8Array;
  /** Opaque lines; our log writes none. */
  extensions: readonly string[];
};

export type SignedCheckpoint = Checkpoint & { note: SignedNote };

/** The text of the note, without signatures. */
export function encodeCheckpoint({ origin, size, root, extensions }: Checkpoint): string {
  const text = [origin, String(size), encodeBase64(root), ...extensions].join('\n');
  // Only text that reads back as the same checkpoint may ever be signed.
  const read = readText(`${text}\n`);
  const isSame = read.origin === origin && read.size === size && read.extensions.length === extensions.length;
  if (!isSame) throw new ProofError('invalid_argument', 'the checkpoint has a value that cannot be encoded');
  return `${text}\n`;
}

/** `vkey` is the log's verifier key; its name must be the log's origin. */
export async function signCheckpoint(
  engine: CryptoEngine,
  checkpoint: Checkpoint,
  vkey: string,
  sign: (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>,
): Promise<string> {
  return await signCheckpointBy(engine, checkpoint, [{ vkey, sign }]);
}

/** Signs with every key that the log uses at the time. There are two while a new key takes over from the old one. */
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
  return { ...readText(signed.text), note: signed };
}

function readText(text: string): Checkpoint {
  const [origin = '', size = '', root = '', ...extensions] = text.slice(0, -1).split('\n');
  const rootBytes = parseBase64(root);
  const leaves = /^(0|[1-9][0-9]{0,15})$/.test(size) ? Number(size) : Number.NaN;
  if (origin === '' || !Number.isSafeInteger(leaves) || rootBytes?.length !== 32 || extensions.includes('')) {
    throw new ProofError(
      'checkpoint_malformed',
      'the note is not a checkpoint: origin, size or root is missing',
    );
  }
  return { origin, size: leaves, root: rootBytes, extensions };
}
