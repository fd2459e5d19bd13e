/**
 * The newest checkpoint, kept beside the files. It is evidence outside the database of what the log has signed. It is
 * written after the database has the checkpoint, so normally it is older than the database. If it is newer, the
 * database has lost something that it had signed.
 */

import { decodeCheckpoint, ProofError } from '@sello/proof';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import type { CheckpointRow } from '../ports.ts';

export type KeptCheckpoint = { origin: string; size: number; root: Uint8Array; note: string; signedAt: Date };

export const KEPT_CHECKPOINT = 'checkpoint';

export function encodeKept({ note, createdAt }: Pick<CheckpointRow, 'note' | 'createdAt'>): Uint8Array {
  return Buffer.from(`${JSON.stringify({ signed_at: createdAt.toISOString(), note })}\n`);
}

/** Reads a kept checkpoint. Undefined for bytes that no version of this program writes. */
export function decodeKept(bytes: Uint8Array): KeptCheckpoint | undefined {
  try {
    const { signed_at: signedAt, note } = JSON.parse(Buffer.from(bytes).toString('utf8'));
    const { origin, size, root } = decodeCheckpoint(String(note));
    const at = new Date(signedAt);
    return Number.isNaN(at.getTime()) ? undefined : { origin, size, root, note, signedAt: at };
  } catch (error) {
    if (error instanceof ProofError || error instanceof SyntaxError || error instanceof TypeError)
      return undefined;
    throw error;
  }
}

/** Turns a checkpoint of the database into the form in which it is kept. */
export function asKept(row: CheckpointRow): KeptCheckpoint {
  const { origin, size, root } = decodeCheckpoint(row.note);
  return { origin, size, root, note: row.note, signedAt: row.createdAt };
}

/** Reads the kept checkpoint. Undefined if none was kept yet. Rejects if the store cannot be read. */
export async function readKept(
  kept: Pick<KeptObjects, 'read'>,
): Promise<KeptCheckpoint | 'unreadable' | undefined> {
  const bytes = await kept.read(KEPT_CHECKPOINT);
  return bytes && (decodeKept(bytes) ?? 'unreadable');
}
