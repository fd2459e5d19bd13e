/** Partitions of time stamps are made in advance, and nothing is ever refused because one is missing. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import { openBlobFolder } from '../../../server/src/files/blobs-folder.ts';
import { openKeptFolder } from '../../../server/src/files/kept-folder.ts';
import type { Archive } from '../../../server/src/upkeep/backup/archive.ts';
import { checkBackup } from '../../../server/src/upkeep/backup/check.ts';
import { restoreDatabase } from '../../../server/src/upkeep/backup/restore-database.ts';
import { writeBackup } from '../../../server/src/upkeep/backup/write.ts';
import { makePartitions } from '../../../server/src/upkeep/partitions/make-partitions.ts';
import { monthOf, monthsAfter } from '../../../server/src/upkeep/partitions/month.ts';
import { readPartitions } from '../../../server/src/upkeep/partitions/pg-partitions.ts';
import { createEmptyDatabase } from '../../harness/empty-database.ts';
import { runInside } from '../../harness/inside-sello.ts';
import { columnsWithOtherStatistics } from '../../harness/partition-statistics.ts';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';

const YEAR_MS = 365 * 86_400_000;

let sello: TestSello;
let database: Database;
beforeEach(async () => {
  sello = await openTestSello();
  database = connect({ url: sello.database.url }, 2, 0);
});
afterEach(async () => {
  await database.close();
  await sello.close();
});

const make = () => makePartitions({ database, now: sello.ports.now });
const namesAfter = (month: ReturnType<typeof monthOf>, ...counts: number[]) =>
  counts.map((count) => `certificate_tokens_${monthsAfter(month, count).replace('-', '_')}`);
const wherePut = async () =>
  (
    await database.query(
      'select tableoid::regclass::text as partition from certificate_tokens order by certificate_id',
    )
  ).map(({ partition }) => partition);
const everything = (of: Pick<Database, 'query'>) =>
  of.query('select t::text as row from certificate_tokens t order by account_id, certificate_id');

test('P99 the partitions of the next three months are made ahead, once', async () => {
  const present = monthOf(sello.ports.now());
  // The first partition, from before there were others, has this month and the next.
  expect(await make()).toEqual(namesAfter(present, 2, 3));
  expect(await make()).toEqual([]);
  sello.advance(40 * 86_400_000);
  const later = monthOf(sello.ports.now());
  expect(await make()).toEqual(namesAfter(later, 3));
  const ranges = await readPartitions((text) => database.query(text));
  for (const [i, { from }] of ranges.entries()) expect(from).toBe(ranges[i - 1]?.to);
  expect(await columnsWithOtherStatistics(database)).toEqual([]);
});

test('P99 two processes that make partitions at once make each of them once', async () => {
  const made = await Promise.allSettled([make(), make()]);
  expect(made.some(({ status }) => status === 'fulfilled')).toBe(true);
  await make();
  expect(await readPartitions((text) => database.query(text))).toHaveLength(3);
});

test('P99 certificates made with a clock years ahead are written and served, noted by fsck, and moved to their month', async () => {
  const { key } = await sello.newAccount();
  sello.advance(20 * YEAR_MS);
  const { id } = await sello.certify(key, 'from the future');
  expect(await wherePut()).toEqual(['certificate_tokens_rest']);
  const env = { SELLO_DATA_DIR: sello.dataDir, DATABASE_URL: sello.database.url };
  const { out } = await runInside(['fsck', '--json'], env);
  expect(out).toContain('"code": "partition_missing"');

  const present = monthOf(sello.ports.now());
  // No partition is made for the months in between.
  expect(await make()).toEqual(namesAfter(present, 0, 1, 2, 3));
  expect(await wherePut()).toEqual(namesAfter(present, 0));
  const proof = await sello.call('GET', `${API}/certificates/${id}/proof?type=nom151&format=raw`, { key });
  expect(proof.status).toBe(200);
});

test('P99 `sello partitions` lists months, rows, bytes and tablespaces', async () => {
  const { key } = await sello.newAccount();
  await sello.certify(key);
  await make();
  await database.query('analyze certificate_tokens');
  const env = { SELLO_DATA_DIR: sello.dataDir, DATABASE_URL: sello.database.url };
  const { out, status } = await runInside(['partitions'], env);
  expect(status).toBe(0);
  // The count is an estimate: a session that reports after the ANALYZE adds its own count to it.
  expect(out).toMatch(/^made +about +size +tablespace\nbefore \d{4}-\d\d-01 +[12] +\d+ kB +pg_default\n/);
  expect(out).toMatch(/\n\d{4}-\d\d-01 to \d{4}-\d\d-01 +0 +\d+ kB +pg_default\n/);
  expect(out).toMatch(/\nin no month +0 +\d+ kB +pg_default\n$/);
  const json = JSON.parse((await runInside(['partitions', '--json'], env)).out);
  expect(json[0]).toMatchObject({ name: 'certificate_tokens_first', tablespace: 'pg_default' });
  expect([1, 2]).toContain(json[0].rows);
});

test('P99 a backup is restored into the same partitions, even one that was made with each partition as a table', async () => {
  const { key } = await sello.newAccount();
  await sello.certify(key, 'now');
  await make();
  sello.advance(100 * 86_400_000);
  await sello.certify(key, 'later');
  const scratch = await mkdtemp(path.join(inject('runFolder'), 'backup-'));
  const master = randomBytes(32);
  const stored = await openBlobFolder(path.join(sello.dataDir, 'files'), () =>
    randomBytes(8).toString('hex'),
  );
  const needs = {
    address: { url: sello.database.url },
    stored,
    kept: openKeptFolder(path.join(sello.dataDir, 'files'), () => randomBytes(8).toString('hex')),
    dataDir: sello.dataDir,
    master,
    isEncrypted: false,
    randomBytes,
    onProgress: () => {},
  };
  await writeBackup(needs, path.join(scratch, 'backup'));
  const archive = await checkBackup(
    path.join(scratch, 'backup'),
    { masters: [master], acceptsForgeable: false },
    () => {},
  );
  for (const one of [archive, inPartitions(archive)]) {
    const empty = await createEmptyDatabase();
    await restoreDatabase(empty.address, one, () => {});
    const restored = connect(empty.address, 1, 0);
    expect(await everything(restored)).toEqual(await everything(database));
    if (one === archive) {
      const rangesOf = (of: Database) => readPartitions((text) => of.query(text));
      expect(await rangesOf(restored)).toEqual(await rangesOf(database));
      expect(await columnsWithOtherStatistics(restored)).toEqual([]);
    }
    await restored.close();
    await empty.drop();
  }
  await rm(scratch, { recursive: true, force: true });
});

/** The archive as the previous release would have written it from the same database. */
function inPartitions(archive: Archive): Archive {
  const file = 'database/certificate_tokens.copy';
  const asFirst = 'database/certificate_tokens_first.copy';
  const { manifest } = archive;
  if (manifest.format === 1) throw new Error('unreachable');
  const { partitions: _, ...older } = manifest;
  const tables = manifest.tables.flatMap((table) =>
    table.name === 'certificate_tokens' ? [{ ...table, name: 'certificate_tokens_first' }] : [table],
  );
  return {
    ...archive,
    manifest: { ...older, tables },
    async *list() {
      for await (const one of archive.list()) yield { ...one, name: one.name === file ? asFirst : one.name };
    },
    read: (one) => archive.read({ ...one, name: one.name === asFirst ? file : one.name }),
  };
}
