/** Programs that do not know of moved tiles miss no row, and a process whose duty has ended deletes none. */

import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isTurnOver } from '../../../../server/src/database/duties.ts';
import { assertSchemaFits, pendingIn, readMigrations } from '../../../../server/src/database/migrate.ts';
import { makeLogRows } from '../../../../server/src/transparency/pg-log.ts';
import { moveTiles } from '../../../../server/src/transparency/tiles/move-tiles.ts';
import { markStored, readTileMarks } from '../../../../server/src/transparency/tiles/pg-tile-marks.ts';
import { queueEntries } from '../../../harness/log-leaves.ts';
import { ALL_OF_IT, countLogRows, moveOnce } from '../../../harness/moved-tiles.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';
import { turnByHand } from '../../../harness/turn-by-hand.ts';

let sello: TestSello;
beforeEach(async () => {
  sello = await openTestSello();
  await queueEntries(sello, 600);
  await sello.sequence();
});
afterEach(() => sello.close());

/** Takes the lock by which a process of the last release shows that it is alive. */
async function startOlder(): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: sello.database.url });
  await client.connect();
  await client.query('select pg_advisory_lock(7355, 999999), pg_advisory_lock_shared(7360, 47)');
  return () => client.end();
}

const asOlder = async () => {
  const known = (await readMigrations()).filter(({ name }) => name < '0048');
  return pendingIn((text) => sello.database.query(text), known);
};

test('P98 rows are kept while an older process runs that needs them, and no such process can start once they are deleted', async () => {
  const before = await countLogRows(sello);
  const end = await startOlder();
  expect(await moveOnce(sello)).toEqual({ stored: 512, dropped: 0, waitsForOlder: true });
  expect(await countLogRows(sello)).toEqual(before);
  expect(await asOlder()).toEqual([]);
  await end();
  await expect.poll(() => moveOnce(sello)).toEqual({ stored: 0, dropped: 512, waitsForOlder: false });
  await expect(asOlder()).rejects.toThrow('Start that version instead');
  await assertSchemaFits(sello.database);
});

test('P98 a process that has lost the duty marks nothing and deletes nothing', async () => {
  const turn = await turnByHand(sello.database);
  await sello.database.query('update duties set number = number + 1 where name = $1', [turn.duty]);
  const before = await countLogRows(sello);
  const late = await markStored(sello.ports.records, 0, 512, turn).catch((error: unknown) => error);
  expect(isTurnOver(late)).toBe(true);
  const moving = { ...sello.ports, database: sello.ports.records, rows: makeLogRows(sello.ports.records) };
  await expect(moveTiles(moving, turn, ALL_OF_IT)).rejects.toThrow("another's by now");
  expect(await readTileMarks(sello.database)).toEqual({ stored: 0, dropped: 0 });
  expect(await countLogRows(sello)).toEqual(before);
});

test('P98 nothing is moved if the database was rolled back', async () => {
  await sello.ports.pastKeeper.keep(true);
  await sello.database.query('delete from checkpoints');
  expect(await moveOnce(sello)).toEqual({ stored: 0, dropped: 0, waitsForOlder: false });
});

test('P98 a damaged row is not moved to the file store', async () => {
  await sello.database.query(
    `update log_nodes set hashes = overlay(hashes placing sha256('x') from 33) where level = 0 and chunk = 3`,
  );
  await expect(moveOnce(sello)).rejects.toThrow('tile/0/000 does not follow from the rows of the log');
  expect(await sello.ports.kept.read('tile/0/000')).toBeUndefined();
});
