import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { readTileMarks } from '../../../../server/src/transparency/tiles/pg-tile-marks.ts';
import { forFile } from '../../../harness/for-file.ts';
import { queueEntries } from '../../../harness/log-leaves.ts';
import { countLogRows, pictureOf, somePlaces } from '../../../harness/moved-tiles.ts';
import { seededRandom } from '../../../harness/seeded-random.ts';
import { openTestSello } from '../../../harness/test-sello.ts';

const MOVER = fileURLToPath(new URL('./mover-to-kill.ts', import.meta.url));
const SIZE = 700;

const sello = forFile(openTestSello);
beforeAll(async () => {
  await queueEntries(sello, SIZE);
  await sello.sequence();
});

/** Moves tiles in a child process; resolves with the signal that killed it, or null if it finished. */
async function move(killAt: number): Promise<string | null> {
  const files = path.join(sello.dataDir, 'files');
  const child = spawn(process.execPath, [MOVER, sello.database.url, files, String(killAt)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [status, signal] = await once(child, 'exit');
  if (signal === null) expect(status).toBe(0);
  return signal;
}

test('P98 after a kill at any step the log is complete, and the next round continues', {
  timeout: 240_000,
}, async () => {
  const random = seededRandom();
  const places = somePlaces(random, SIZE, 30);
  const before = await pictureOf(sello, SIZE, places);
  const seen = new Set<string>();
  // Killed at the first step of a round, then at the second step of the next, and so on, so that objects, marks and
  // deletions all have their turn.
  for (let step = 1; ; step += 1) {
    const signal = await move(step);
    const { stored, dropped } = await readTileMarks(sello.database);
    seen.add(`${stored} ${dropped}`);
    expect(await pictureOf(sello, SIZE, places), `step ${step}, seed ${random.seed}`).toEqual(before);
    if (signal === null) break;
  }
  expect(await readTileMarks(sello.database)).toEqual({ stored: 512, dropped: 512 });
  // Killed after objects were stored but not marked, and after tiles were marked while their rows still existed.
  expect([...seen]).toEqual(expect.arrayContaining(['0 0', '512 0', '512 512']));
  const { entries } = await countLogRows(sello);
  expect(entries).toBe(6);
});
