/** A log whose full tiles were moved to the file store publishes the same bytes as before. */

import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Environment } from '../../../../server/src/settings.ts';
import { readTileMarks } from '../../../../server/src/transparency/tiles/pg-tile-marks.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { queueEntries, queueOldLeaves } from '../../../harness/log-leaves.ts';
import { ALL_OF_IT, countLogRows, moveOnce, pictureOf, somePlaces } from '../../../harness/moved-tiles.ts';
import { openS3Server } from '../../../harness/s3-server.ts';
import { seededRandom } from '../../../harness/seeded-random.ts';
import { API, openTestSello, type TestSello } from '../../../harness/test-sello.ts';

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function openLog(leaves: number, env: Environment = {}): Promise<TestSello> {
  const sello = await openTestSello({ SELLO_LOG_TILES: 'files', ...env });
  closers.push(() => sello.close());
  // Leaves from before the log published entries: their bundle is not published, nor are the later entries in it.
  await queueOldLeaves(sello, Math.min(100, leaves));
  for (let left = leaves - 100; left > 0; left -= 10_000) await queueEntries(sello, Math.min(left, 10_000));
  await sello.sequence();
  await sello.ports.pastKeeper.keep(true);
  return sello;
}

async function openBucket() {
  const s3 = await openS3Server();
  closers.push(() => s3.close());
  return s3;
}

test('P98 every tile, bundle and proof of 66,236 leaves is the same when read from the file store', {
  timeout: 300_000,
}, async () => {
  const random = seededRandom();
  const size = 65_536 + 700;
  const sello = await openLog(size);
  const places = somePlaces(random, size, 150);
  const before = await pictureOf(sello, size, places);
  const rows = await countLogRows(sello);
  expect(await moveOnce(sello, { ...ALL_OF_IT, portionLeaves: 16_384 })).toEqual({
    stored: 65_536 + 512,
    dropped: 65_536 + 512,
    waitsForOlder: false,
  });
  expect(await pictureOf(sello, size, places), `seed ${random.seed}`).toEqual(before);
  // Another process has nothing in memory yet.
  expect(await pictureOf(await sello.another(), size, places), `seed ${random.seed}`).toEqual(before);
  const left = await countLogRows(sello);
  expect(left.nodes).toBeLessThan(rows.nodes / 100);
  // Five rows of the bundle that is not published, and those of the bundle that still grows.
  expect(left.entries).toBe(5 + 6);
  const stored = await readdir(path.join(sello.dataDir, 'files', 'log', 'tile'), { recursive: true });
  expect(stored).toEqual(expect.arrayContaining(['0/000', '0/257', '1/000', 'entries/257']));
  expect(stored).not.toContain('0/258');
});

test('P98 the log keeps growing after its rows are deleted', async () => {
  const sello = await openLog(520);
  await moveOnce(sello);
  for (let round = 0; round < 3; round += 1) {
    await queueEntries(sello, 300);
    await sello.sequence();
    const size = 520 + 300 * (round + 1);
    const places = somePlaces(seededRandom(), size, 40);
    const before = await pictureOf(sello, size, places);
    await moveOnce(sello);
    expect(await pictureOf(sello, size, places)).toEqual(before);
  }
  expect(await readTileMarks(sello.database)).toEqual({ stored: 1_280, dropped: 1_280 });
});

test('the newest rows stay in the database', async () => {
  const sello = await openLog(1_300);
  const moved = await moveOnce(sello, { ...ALL_OF_IT, keepLeaves: 600 });
  expect(moved).toMatchObject({ stored: 1_280, dropped: 512 });
});

test('P98 in a bucket: the same bytes; while it is unreachable, 503 for what only it has, and certifying continues', async () => {
  const s3 = await openBucket();
  const sello = await openLog(1_000, s3.env);
  const places = somePlaces(seededRandom(), 1_000, 60);
  const before = await pictureOf(sello, 1_000, places);
  await moveOnce(sello);
  expect(await pictureOf(sello, 1_000, places)).toEqual(before);
  expect(await s3.keys()).toEqual(
    expect.arrayContaining(['log/tile/0/000', 'log/tile/0/002', 'log/tile/entries/002']),
  );
  const { key } = await sello.newAccount();
  const other = await sello.another();
  await s3.behave('refuse');
  const away = await other.call('GET', '/log/tile/0/001');
  expectRefusal(away, 503, 'storage_unavailable');
  expect(away.text).toContain('kept in the file store');
  expect(away.headers['retry-after']).toBe('5');
  expectRefusal(await other.call('GET', '/log/tile/entries/001'), 503, 'storage_unavailable');
  expectRefusal(
    await other.call('GET', '/log/consistency?first=300&second=1000'),
    503,
    'storage_unavailable',
  );
  // Rows in the database can be read without the store, and fingerprints can be certified without it.
  expect((await other.call('GET', '/log/tile/0/003.p/200')).status).toBe(200);
  const sha256 = createHash('sha256').update('alone').digest('hex');
  const payload = { sha256, file_name: 'alone.pdf' };
  expect((await sello.call('POST', `${API}/certificates`, { key, payload })).status).toBe(201);
  expect(await sello.sequence()).toBe(1);
  await s3.behave('pass');
  expect((await other.call('GET', '/log/tile/0/001')).status).toBe(200);
});

test('P98 a tile or bundle that was changed in the store is never served or used', async () => {
  const s3 = await openBucket();
  const sello = await openLog(1_000, s3.env);
  await moveOnce(sello);
  const spoil = async (name: string) => {
    const bytes = await s3.bytesOf(name);
    bytes[4_000] = bytes[4_000]! ^ 1;
    await s3.replace(name, bytes);
  };
  await spoil('log/tile/0/001');
  await spoil('log/tile/entries/002');
  const other = await sello.another();
  for (const url of [
    '/log/tile/0/001',
    '/log/tile/0/001.p/3',
    '/log/tile/entries/001',
    '/log/tile/entries/002',
  ])
    expectRefusal(await other.call('GET', url), 500, 'internal_error');
  expectRefusal(await other.call('GET', '/log/consistency?first=300&second=1000'), 500, 'internal_error');
  expect((await other.call('GET', '/log/tile/0/002')).status).toBe(200);
  expect(other.logLines.join('\n')).toContain('tile/0/001 in the file store is not what the log signed');
});
