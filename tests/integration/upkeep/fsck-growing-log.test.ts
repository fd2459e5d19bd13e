import { beforeAll, expect, test } from 'vitest';
import { makeLeafOwners } from '../../../server/src/certificates/check/pg-placed-leaves.ts';
import { openSnapshot, type Snapshot } from '../../../server/src/database/snapshot.ts';
import type { MoveRules } from '../../../server/src/transparency/tiles/move-tiles.ts';
import { readTileMarks } from '../../../server/src/transparency/tiles/pg-tile-marks.ts';
import type { FsckSubject } from '../../../server/src/upkeep/fsck/fsck.ts';
import { makeAll, someItems } from '../../harness/batch-items.ts';
import { fsck } from '../../harness/busy-sello.ts';
import { forFile } from '../../harness/for-file.ts';
import { moveOnce } from '../../harness/moved-tiles.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

const TILE = 256;
/** More leaves than are checked in one piece. */
const TILES = 17;
const SIZE = TILES * TILE;
const ONE_TILE: MoveRules = { keepLeaves: 0, portionLeaves: TILE, portions: 1 };

let key: string;
const sello = forFile(() => openTestSello({ SELLO_LOG_TILES: 'files' }));
beforeAll(async () => {
  ({ key } = await sello.newAccount({ certificates: 2 * SIZE }));
  const payload = { items: someItems(SIZE) };
  expect((await sello.call('POST', `${API}/batches`, { key, payload })).status).toBe(202);
  await makeAll(sello);
  expect(await sello.sequence()).toBe(SIZE);
});

test('in a log that was never interrupted, a piece is read using only its own tickets', async () => {
  const snapshot = await openSnapshot({ url: sello.database.url });
  const ranges: number[] = [];
  const watched: Snapshot = {
    ...snapshot,
    query(text, params = [], name) {
      if (params.length === 4) ranges.push(Number(params[3]) - Number(params[2]) + 1);
      return snapshot.query(text, params, name);
    },
  };
  try {
    const { placedLeaves } = makeLeafOwners(watched);
    for (const [from, end] of [
      [0, 100],
      [100, 356],
      [SIZE - 10, SIZE],
      [SIZE - 10, Number.MAX_SAFE_INTEGER],
    ] as const) {
      const places = Array.from({ length: Math.min(end, SIZE) - from }, (_, i) => from + i);
      expect((await placedLeaves(from, end)).map(({ place }) => place)).toEqual(places);
      expect(ranges.pop()).toBe(places.length);
    }
    expect(await placedLeaves(SIZE, Number.MAX_SAFE_INTEGER)).toEqual([]);
  } finally {
    await snapshot.close();
  }
});

test('P100 a log that grows, and whose tiles move, between queries of fsck is not a fault', async () => {
  let subject: FsckSubject | undefined;
  let question = 0;
  const { codes, holds } = await fsck(
    { sello },
    {
      onProgress(name) {
        subject = name;
      },
      async takeBreak() {
        if (subject !== 'log') return;
        question += 1;
        await sello.certify(key, `question ${question}`);
        expect(await sello.sequence()).toBe(1);
        await moveOnce(sello, ONE_TILE);
      },
    },
  );
  expect({ codes, holds }).toEqual({ codes: {}, holds: true });
  expect(question).toBeGreaterThan(12);
  expect(await readTileMarks(sello.database)).toMatchObject({ dropped: Math.min(question, TILES) * TILE });
});
