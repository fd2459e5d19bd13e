/** Checking, mending, saving and restoring a log whose full tiles are in the file store. */

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTileMarks } from '../../../server/src/transparency/tiles/pg-tile-marks.ts';
import { makeAll, someItems } from '../../harness/batch-items.ts';
import { fsck } from '../../harness/busy-sello.ts';
import { forFile } from '../../harness/for-file.ts';
import { runInside } from '../../harness/inside-sello.ts';
import { ALL_OF_IT, countLogRows, moveOnce, pictureOf, somePlaces } from '../../harness/moved-tiles.ts';
import { seededRandom } from '../../harness/seeded-random.ts';
import { createTestDatabase } from '../../harness/test-database.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

const SIZE = 600;

const sello = forFile(() => openTestSello({ SELLO_LOG_TILES: 'files' }));
let scratch: string;
let before: Record<string, string>;
const places = somePlaces(seededRandom(), SIZE, 20);
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'sello-tiles-'));
  const { key } = await sello.newAccount();
  const payload = { items: someItems(SIZE) };
  expect((await sello.call('POST', `${API}/batches`, { key, payload })).status).toBe(202);
  await makeAll(sello);
  expect(await sello.sequence()).toBe(SIZE);
  await sello.ports.pastKeeper.keep(true);
  before = await pictureOf(sello, SIZE, places);
  await moveOnce(sello);
});
afterAll(async () => {
  await rm(scratch, { recursive: true, force: true });
});

const codesOf = async (repair = false) => {
  const { codes, holds, repaired } = await fsck({ sello }, { repair });
  return { codes, holds, repaired };
};
const fileOf = (name: string) => path.join(sello.dataDir, 'files', 'log', ...name.split('/'));
const isAsBefore = async () => {
  const fresh = await sello.another();
  expect(await pictureOf(fresh, SIZE, places)).toEqual(before);
};

test('P98 fsck finds no problem in a log whose rows were deleted', async () => {
  expect(await readTileMarks(sello.database)).toEqual({ stored: 512, dropped: 512 });
  expect(await codesOf()).toMatchObject({ codes: {}, holds: true });
});

test.for([
  ['tile/0/001', 'tile_differs'],
  ['tile/entries/001', 'entry_differs'],
] as const)('P98 one flipped bit of %s is found', async ([name, code]) => {
  const whole = await readFile(fileOf(name));
  const changed = Buffer.from(whole);
  changed[5_000] = changed[5_000]! ^ 4;
  await writeFile(fileOf(name), changed);
  expect(Object.keys((await codesOf()).codes)).toEqual([code]);
  await writeFile(fileOf(name), whole);
});

test('P98 a backup carries the tiles, and a restore puts them back', async () => {
  const backup = path.join(scratch, 'backup');
  const env = { DATABASE_URL: sello.database.url, SELLO_DATA_DIR: sello.dataDir };
  expect(await runInside(['backup', backup], env)).toMatchObject({ status: 0 });
  const tile = await readFile(path.join(backup, 'log', 'tile', '0', '001'));
  expect(tile).toEqual(await readFile(fileOf('tile/0/001')));
  const target = await createTestDatabase();
  await target.query('drop schema public cascade');
  await target.query('create schema public');
  const restored = {
    DATABASE_URL: target.url,
    SELLO_DATA_DIR: path.join(scratch, 'restored'),
    SELLO_MASTER_KEY_FILE: path.join(sello.dataDir, 'master.key'),
  };
  expect(await runInside(['restore', backup], restored)).toMatchObject({ status: 0 });
  const checked = await runInside(['fsck'], restored);
  expect(checked.out).toContain('No problems found.');
  const noted = await target.query(`select name from migrations where name like '%moved%'`);
  expect(noted).toHaveLength(1);
  await target.drop();
});

test('P98 rows that should be gone are found and deleted again', async () => {
  const rows = await countLogRows(sello);
  await sello.database.query(
    `insert into log_nodes (level, chunk, hashes) values (0, 3, decode(repeat('ab', 1024), 'hex'))`,
  );
  expect((await codesOf(true)).codes).toMatchObject({ node_row: 1 });
  expect(await countLogRows(sello)).toEqual(rows);
  expect(await codesOf()).toMatchObject({ codes: {}, holds: true });
});

test('P98 places are derived again from leaves that are in the file store', async () => {
  await sello.database.query('delete from log_places');
  expect((await codesOf(true)).repaired.map(({ kind }) => kind)).toContain('places');
  expect(await codesOf()).toMatchObject({ codes: {}, holds: true });
});

test('P98 a lost tile is made again from the certificates, and moved again', async () => {
  await rm(fileOf('tile/0/000'));
  const { codes, holds, repaired } = await codesOf(true);
  expect(codes).toEqual({ tile_missing: 1 });
  expect(holds).toBe(true);
  expect(repaired.map(({ kind }) => kind)).toEqual(['tiles']);
  expect(await readTileMarks(sello.database)).toEqual({ stored: 0, dropped: 0 });
  await isAsBefore();
  await moveOnce(sello, { ...ALL_OF_IT, keepLeaves: 256 });
  expect(await readTileMarks(sello.database)).toEqual({ stored: 512, dropped: 256 });
  expect(await codesOf()).toMatchObject({ codes: {}, holds: true });
});

test('P98 a lost tile whose rows still exist is written again', async () => {
  await rm(fileOf('tile/0/001'));
  const { codes, repaired } = await codesOf(true);
  expect(codes).toEqual({ tile_missing: 1 });
  expect(repaired.map(({ kind }) => kind)).toEqual(['store_again']);
  await moveOnce(sello);
  expect(await readTileMarks(sello.database)).toEqual({ stored: 512, dropped: 512 });
  await isAsBefore();
});

test('P98 tiles that cannot be rebuilt are reported as such', async () => {
  await rm(fileOf('tile/0/000'));
  const [token] = await sello.database.query(
    'delete from certificate_tokens where ctid = (select min(ctid) from certificate_tokens) returning 1',
  );
  expect(token).toBeDefined();
  const { holds, repaired } = await codesOf(true);
  expect(holds).toBe(false);
  expect(repaired.find(({ kind }) => kind === 'tiles')).toMatchObject({
    told: expect.stringContaining('cannot be made again'),
    isWhole: false,
  });
});
