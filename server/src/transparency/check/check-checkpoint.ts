/** Checks signed checkpoints and the keys that sign them. */

import { createPrivateKey } from 'node:crypto';
import type { CryptoEngine } from '@sello/proof';
import {
  decodeCheckpoint,
  decodeNoteKey,
  encodeNoteKey,
  equalBytes,
  type Frontier,
  foldNodes,
  type NoteKey,
  ProofError,
  verifyNote,
} from '@sello/proof';
import { type Finding, problem } from '../../database/check/finding.ts';
import { rawPublicKey } from '../log-keys.ts';
import type { CheckpointRow } from '../ports.ts';
import { hashChildren } from '../sequence-log.ts';
import type { LogStateRow } from './ports.ts';

type Needs = { crypto: CryptoEngine };

export async function* checkCheckpoint(
  { crypto }: Needs,
  { size, root, note }: CheckpointRow,
  origin: string,
  keys: readonly NoteKey[],
  frontier: Frontier,
): AsyncGenerator<Finding> {
  const where = `checkpoint ${size}`;
  if (frontier.size !== size || !equalBytes(foldNodes(frontier.nodes, hashChildren), root)) {
    yield problem(
      'checkpoint_root',
      where,
      'The signed root is not that of the certificates up to this size.',
    );
  }
  try {
    const stated = decodeCheckpoint(note);
    if (stated.origin !== origin || stated.size !== size || !equalBytes(stated.root, root)) {
      yield problem('checkpoint_note', where, 'The signed note states a different log, size or root.');
    }
    // Every signature of the stored note must be the log's own: it is stored without the lines of witnesses.
    const signers = await verifyNote(crypto, stated.note, keys);
    if (signers === 'forged' || signers.length === 0 || signers.length !== stated.note.signatures.length)
      yield problem(
        'checkpoint_signature',
        where,
        'The log did not sign this note, or signed it with a key that no longer exists.',
      );
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    yield problem('checkpoint_note', where, `The signed note cannot be read: ${error.message}.`);
  }
}

/** The public halves of the stored signing keys, as the log publishes them. Keys that cannot be read are left out. */
export async function readKeys(check: Needs, { origin, signingKeys }: LogStateRow): Promise<NoteKey[]> {
  const read = await Promise.all(signingKeys.map((signingKey) => readKey(check, origin, signingKey)));
  return read.filter((key) => key !== undefined);
}

async function readKey({ crypto }: Needs, origin: string, signingKey: Uint8Array) {
  try {
    const key = createPrivateKey({ key: Buffer.from(signingKey), format: 'der', type: 'pkcs8' });
    const isCanonical = key.export({ type: 'pkcs8', format: 'der' }).equals(signingKey);
    if (!isCanonical) return undefined;
    return await decodeNoteKey(crypto, await encodeNoteKey(crypto, origin, rawPublicKey(key)));
  } catch {
    // A key that cannot be read cannot verify anything.
    return undefined;
  }
}
