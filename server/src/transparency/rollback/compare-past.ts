/**
 * Compares the database with a checkpoint kept elsewhere, to find out whether it still has everything that its log has
 * signed.
 */

import { equalBytes, type TreeHead } from '@sello/proof';
import type { MerkleLogStore } from '../ports.ts';
import type { KeptCheckpoint } from './kept-checkpoint.ts';

export type LostPast =
  /** Leaves from `from` up to but excluding `to` were signed but are not in the database. */
  | { kind: 'behind'; from: number; to: number; signedAt: Date }
  /**
   * The database holds another history of the log: it has another root at this size, or it never signed this size.
   */
  | { kind: 'fork'; size: number; signedAt: Date }
  /** The files belong to another log. */
  | { kind: 'other_log'; origin: string; ours: string }
  | { kind: 'unreadable' };

export type LogReads = Pick<MerkleLogStore, 'origin' | 'latestCheckpoint' | 'checkpointAt'>;

/**
 * Compares the log with this checkpoint, which must have been read before the call. The database only grows in between,
 * so a difference cannot come from a race.
 */
export async function comparePast(
  log: LogReads,
  kept: KeptCheckpoint | 'unreadable',
): Promise<LostPast | undefined> {
  if (kept === 'unreadable') return { kind: 'unreadable' };
  const ours = await log.origin();
  if (ours !== undefined && ours !== kept.origin) return { kind: 'other_log', origin: kept.origin, ours };
  const latest = await log.latestCheckpoint();
  return compareSizes(kept, latest, async (size) => (await log.checkpointAt(size))?.root);
}

/**
 * The same comparison for a log whose newest state is already known. `rootAt` gives the root that was signed at a
 * smaller size.
 */
export async function compareSizes(
  { size, root, signedAt }: Pick<KeptCheckpoint, 'size' | 'root' | 'signedAt'>,
  latest: TreeHead | undefined,
  rootAt: (size: number) => Promise<Uint8Array | undefined>,
): Promise<LostPast | undefined> {
  const known = latest?.size ?? 0;
  if (size > known) return { kind: 'behind', from: known, to: size, signedAt };
  const ours = latest?.size === size ? latest.root : await rootAt(size);
  // Every signed checkpoint is stored for good: a size without one was never signed by this database.
  return ours !== undefined && equalBytes(ours, root) ? undefined : { kind: 'fork', size, signedAt };
}

const NUMBERS = new Intl.NumberFormat('en');

/** Names a range of leaves, such as "leaves 4,120 to 4,493". The last number is included. */
export function namedLeaves(from: number, to: number): string {
  const [first, last] = [NUMBERS.format(from), NUMBERS.format(to - 1)];
  return to - from === 1 ? `leaf ${first}` : `leaves ${first} to ${last}`;
}

/** Tells the operator what was found, without the remedy. */
export function describeLostPast(lost: LostPast): string {
  switch (lost.kind) {
    case 'behind': {
      const what = namedLeaves(lost.from, lost.to);
      const verb = lost.to - lost.from === 1 ? ['was', 'is'] : ['were', 'are'];
      return `${what} ${verb[0]} signed until ${lost.signedAt.toISOString()} and ${verb[1]} not in this database; the newest checkpoint was found beside the files`;
    }
    case 'fork':
      return `the checkpoint of ${NUMBERS.format(lost.size)} leaves that was signed on ${lost.signedAt.toISOString()} and is kept beside the files is not of this database, which has another history of the same log`;
    case 'other_log':
      return `the files are those of the log ${lost.origin}, and this database has the log ${lost.ours}`;
    case 'unreadable':
      return 'the checkpoint that is kept beside the files cannot be read';
  }
}
