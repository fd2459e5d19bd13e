/** Compares the stored tree with the one that was recomputed. */

import { equalBytes, type NodeRun } from '@sello/proof';
import { type Finding, problem } from '../../database/check/finding.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import { wholeRows } from '../tiles/full-tiles.ts';
import type { TileMarks } from '../tiles/pg-tile-marks.ts';
import { makeTileCheck, type TileFinding } from './check-tiles.ts';
import type { LogReads, NodeChunk, NodeRange } from './ports.ts';

/** Hashes per stored row. */
const CHUNK = 32;

type Needs = { snapshot: Snapshot; reads: LogReads; kept: Pick<KeptObjects, 'read'> };

/**
 * Collects recomputed hashes until they are compared with the stored hashes, which are in rows of the database, in
 * tiles of the file store, or in both.
 */
export function makeStoredTree({ snapshot, reads, kept }: Needs) {
  const tiles = makeTileCheck(kept);
  let levels: { firstIndex: number; hashes: Uint8Array[] }[] = [];
  const take = (): NodeRun[] => {
    const taken = levels.map(({ firstIndex, hashes }, level) => ({ level, firstIndex, hashes }));
    levels = [];
    return taken;
  };
  return {
    /** How many leaves wait to be compared. */
    waiting: () => levels[0]?.hashes.length ?? 0,
    add(runs: readonly NodeRun[]) {
      for (const { level, firstIndex, hashes } of runs) {
        const known = levels[level];
        if (known === undefined) levels[level] = { firstIndex, hashes: [...hashes] };
        else known.hashes.push(...hashes);
      }
    },
    /**
     * Compares the collected hashes. Rows may move to the file store at any time, so the mark is read together with
     * the rows, and then the tiles up to that mark are read.
     */
    async *compare(): AsyncGenerator<TileFinding | Finding<'log'>> {
      const runs = take();
      if (runs.length === 0) return;
      const rows = await reads.nodes(rangesOf(runs));
      const marks = await reads.tileMarks();
      await snapshot.letGo();
      yield* compareRows(rows, runs, marks);
      yield* tiles.compare(runs, marks);
    },
  };
}

function rangesOf(runs: readonly NodeRun[]): NodeRange[] {
  return runs.map(({ level, firstIndex, hashes }) => ({
    level,
    firstChunk: Math.floor(firstIndex / CHUNK),
    lastChunk: Math.floor((firstIndex + hashes.length - 1) / CHUNK),
  }));
}

function* compareRows(
  rows: readonly NodeChunk[],
  runs: readonly NodeRun[],
  { dropped }: TileMarks,
): Generator<Finding<'log'>> {
  const stored = new Map(rows.map(({ level, chunk, hashes }) => [`${level}/${chunk}`, hashes]));
  for (const { level, firstIndex, hashes } of runs) {
    for (const [i, hash] of hashes.entries()) {
      const index = firstIndex + i;
      const from = (index % CHUNK) * 32;
      const row = stored.get(`${level}/${Math.floor(index / CHUNK)}`)?.subarray(from, from + 32);
      if (row !== undefined && equalBytes(row, hash)) continue;
      // These hashes are in the file store, and are compared there with their tile.
      if (row === undefined && Math.floor(index / CHUNK) < wholeRows(level, dropped)) continue;
      const what =
        level === 0
          ? 'a leaf differs from that of its certificate'
          : 'a node does not follow from those below it';
      const message = `In the stored tree ${row === undefined ? 'a hash is missing' : what}.`;
      yield problem('node_differs', `level ${level} index ${index}`, message, 'log');
    }
  }
}
