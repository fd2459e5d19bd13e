/** Compares full tiles in the file store with the tree recomputed from the certificates. */

import { equalBytes, type NodeRun, TILE_WIDTH } from '@sello/proof';
import { type Finding, problem } from '../../database/check/finding.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import { type FullTile, isWithin, tileName } from '../tiles/full-tiles.ts';
import type { TileMarks } from '../tiles/pg-tile-marks.ts';

/**
 * What the check finds. A wrong tile whose rows still exist is repaired by writing it again, because no reader uses the
 * stored tile yet.
 */
export type TileFinding = Finding<'tiles' | 'store_again'>;

type TileCheck = {
  /**
   * Compares runs of nodes, which come in the order of the log. `marks` says how much of the log is in the file store
   * by now.
   */
  compare(runs: readonly NodeRun[], marks: TileMarks): AsyncGenerator<TileFinding>;
};

/** Only tree levels that are multiples of eight are stored in tiles. */
const TILE_HEIGHT = 8;

export function makeTileCheck(kept: Pick<KeptObjects, 'read'>): TileCheck {
  const waiting = new Map<number, { index: number; hashes: Uint8Array[] }>();
  return {
    async *compare(runs, marks) {
      for (const run of runs.filter(({ level }) => level % TILE_HEIGHT === 0)) {
        const level = run.level / TILE_HEIGHT;
        const tile = waiting.get(level) ?? { index: 0, hashes: [] };
        waiting.set(level, tile);
        for (const hash of run.hashes) {
          tile.hashes.push(hash);
          if (tile.hashes.length < TILE_WIDTH) continue;
          yield* compareTile(kept, marks, { level, index: tile.index }, tile.hashes);
          tile.index += 1;
          tile.hashes = [];
        }
      }
    },
  };
}

async function* compareTile(
  kept: Pick<KeptObjects, 'read'>,
  marks: TileMarks,
  tile: FullTile,
  hashes: readonly Uint8Array[],
): AsyncGenerator<TileFinding> {
  if (!isWithin(marks.stored, tile)) return;
  const bytes = await kept.read(tileName(tile));
  if (bytes === undefined) yield missingTile(tile, marks);
  else if (!equalBytes(bytes, Buffer.concat(hashes)))
    yield fault('tile_differs', tile, marks, 'in the file store is not that of the tree');
}

export function missingTile(tile: FullTile, marks: TileMarks): TileFinding {
  return fault('tile_missing', tile, marks, 'is not in the file store');
}

function fault(code: string, tile: FullTile, { dropped }: TileMarks, what: string): TileFinding {
  const repair = isWithin(dropped, tile) ? 'tiles' : 'store_again';
  return problem(code, tileName(tile), `This tile ${what}.`, repair);
}
