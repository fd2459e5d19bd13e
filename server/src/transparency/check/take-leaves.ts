/** Reads the leaves from the capabilities that own them, in the order of the log. */

import { TILE_WIDTH } from '@sello/proof';
import { type Finding, problem } from '../../database/check/finding.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import { tileName } from '../tiles/full-tiles.ts';
import { missingTile, type TileFinding } from './check-tiles.ts';
import type { LeafOwners, LogReads } from './ports.ts';

type Needs = {
  snapshot: Snapshot;
  reads: LogReads;
  leaves: LeafOwners;
  kept: Pick<KeptObjects, 'read'>;
};

/** Hashes per stored row. */
const CHUNK = 32;

/**
 * Returns the leaf hashes of the places from `from` up to but excluding `end`, or fewer if one is missing. If no
 * certificate has the place, the stored hash is used, so that one fault does not affect all later hashes.
 */
export async function takeLeaves(
  check: Needs,
  from: number,
  end: number,
): Promise<{ hashes: Uint8Array[]; faults: TileFinding[] }> {
  const hashes: Uint8Array[] = [];
  const faults: TileFinding[] = [];
  const placed = await check.leaves.placedLeaves(from, end);
  let next = 0;
  for (let place = from; place < end; place += 1) {
    const own = placed[next]?.place === place ? placed[next++] : undefined;
    for (; placed[next]?.place === place; next += 1) {
      const message = `It has place ${place} in the log, and so does another certificate.`;
      faults.push(problem('place_taken', placed[next]?.where ?? '', message));
    }
    if (own === undefined)
      faults.push(problem('place_empty', `place ${place}`, 'No certificate has this place in the log.'));
    const hash = own?.leafHash ?? (await storedLeaf(check, place));
    if (hash === undefined) {
      const tile = { level: 0, index: Math.floor(place / TILE_WIDTH) };
      const marks = await check.reads.tileMarks();
      if (place < marks.dropped) faults.push(missingTile(tile, marks));
      break;
    }
    hashes.push(hash);
  }
  await check.snapshot.letGo();
  return { hashes, faults };
}

async function storedLeaf({ reads, kept }: Needs, place: number): Promise<Uint8Array | undefined> {
  const chunk = Math.floor(place / CHUNK);
  const [row] = await reads.nodes([{ level: 0, firstChunk: chunk, lastChunk: chunk }]);
  const hashes = row?.hashes ?? (await kept.read(tileName({ level: 0, index: Math.floor(chunk / 8) })));
  const from = (row === undefined ? place % TILE_WIDTH : place % CHUNK) * 32;
  const hash = hashes?.subarray(from, from + 32);
  return hash?.length === 32 ? hash : undefined;
}

/** Finds leaves whose place in the log is not covered by a checkpoint when they are read. */
export async function* checkPastTheEnd({ snapshot, reads, leaves }: Needs): AsyncGenerator<Finding> {
  await snapshot.letGo();
  const { signedSize } = (await reads.logState()) ?? { signedSize: 0 };
  for (const { place, where } of await leaves.placedLeaves(signedSize, Number.MAX_SAFE_INTEGER))
    yield problem('place_taken', where, `It has place ${place} in the log, which no checkpoint covers.`);
}
