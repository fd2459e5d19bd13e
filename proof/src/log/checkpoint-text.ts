/** The text of a checkpoint (https://c2sp.org/tlog-checkpoint): the name of a log, its size and its root. */

import { encodeBase64, parseBase64 } from '../encoding/bytes.ts';
import { ProofError } from '../proof-error.ts';

export type Checkpoint = {
  /** Name of the log, and of the keys that sign for it. */
  origin: string;
  size: number;
  root: Uint8Array;
  /** Opaque lines; our log writes none. */
  extensions: readonly string[];
};

/** The text of the note, without signatures. */
export function encodeCheckpoint({ origin, size, root, extensions }: Checkpoint): string {
  const text = [origin, String(size), encodeBase64(root), ...extensions].join('\n');
  // Only text that reads back as the same checkpoint may ever be signed.
  const read = readCheckpointText(`${text}\n`);
  const isSame = read.origin === origin && read.size === size && read.extensions.length === extensions.length;
  if (!isSame) throw new ProofError('invalid_argument', 'the checkpoint has a value that cannot be encoded');
  return `${text}\n`;
}

export function readCheckpointText(text: string): Checkpoint {
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
