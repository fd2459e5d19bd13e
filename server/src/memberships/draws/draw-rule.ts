/**
 * The rule of a draw, which anybody can compute again from public data: `docs/draws.md` describes it, and
 * `tests/interop/recompute_draw.py` is a second implementation. A change here needs a new format of the sealed document.
 */

import { hash } from 'node:crypto';
import { mapInPieces } from '../../kernel/pacing/pieces.ts';
import { sortByHash } from './sort-by-hash.ts';

export const SALT_BYTES = 32;

/** The entry of a membership in the sealed list: only a holder of the salt can tell whose it is. */
export function commitmentOf(salt: Uint8Array, membershipId: string): Uint8Array {
  return sha256(salt, Buffer.from(membershipId, 'utf8'));
}

/**
 * How many of the candidates are drawn. A share is in hundredths of a per cent, and a fraction of a candidate is
 * rounded up.
 */
export function howMany(
  candidates: number,
  { share, most }: { share: number | undefined; most: number | undefined },
): number {
  if (share !== undefined) return Math.ceil((candidates * share) / 10_000);
  return Math.min(candidates, most ?? 0);
}

/**
 * The positions of the drawn candidates, in the order of the draw: sorted by SHA-256 of the seed and the commitment.
 */
export async function drawnPlaces(
  seed: Uint8Array,
  commitments: readonly Uint8Array[],
  most: number,
): Promise<number[]> {
  const keyed = await mapInPieces(commitments, (commitment, place) => ({
    place,
    key: sha256(seed, commitment),
  }));
  const sorted = await sortByHash(keyed, ({ key }) => key);
  return sorted.slice(0, most).map(({ place }) => place);
}

/**
 * How far above the tip the first deciding block must be. A node may lag behind its chain, so blocks may exist that it
 * does not know. A chain made by its operator has a single node, which does not lag.
 */
export function blocksAhead(trust: string): number {
  return trust === 'operator' ? 1 : 30;
}

/** Whether a block came after the time stamp on the sealed list. Headers have whole seconds. */
export function isLater(blockTimeSeconds: number, stampedAt: string): boolean {
  return blockTimeSeconds * 1000 > Date.parse(stampedAt);
}

function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  return hash('sha256', Buffer.concat(parts), 'buffer');
}
