/** The journal beside the files: pieces that `sello recover` could not use are found and written again. */

import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { forgetOldJournal } from '../../../server/src/upkeep/journal/forget-journal.ts';
import { fsck } from '../../harness/busy-sello.ts';
import { forFile } from '../../harness/for-file.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(openTestSello);
let key: string;
beforeAll(async () => {
  ({ key } = await sello.newAccount());
  for (const name of ['a', 'b', 'c']) await certify(name);
});

/** Certifies, and writes a piece of the journal for this certificate alone. */
async function certify(name: string): Promise<void> {
  await sello.certify(key, name);
  await sello.sequence();
  await sello.ports.pastKeeper.keep(true);
}

async function pieces(): Promise<string[]> {
  const entries = await readdir(path.join(sello.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.parentPath.includes('journal'))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

const told = async () => (await fsck({ sello })).findings.map(({ code, where }) => `${code} ${where}`);

/** Repairs the journal, and expects as many pieces as before, all of them usable. */
async function expectRepaired(): Promise<void> {
  const { holds, repaired } = await fsck({ sello }, { repair: true });
  expect([holds, repaired.map(({ kind }) => kind)]).toEqual([true, ['journal']]);
  expect(await told()).toEqual([]);
  expect((await pieces()).length).toBe(3);
}

test('P06 an untouched journal passes the check', async () => {
  expect((await pieces()).length).toBe(3);
  expect(await told()).toEqual([]);
});

test.for([0, 1, 2])('P06 a lost piece of the journal is found and written again: number %i', async (at) => {
  await rm((await pieces())[at] ?? '');
  expect(await told()).toEqual([`journal_gap leaf ${at}`]);
  await expectRepaired();
});

test('P06 the loss of the whole journal is found', async () => {
  for (const file of await pieces()) await rm(file);
  expect(await told()).toEqual(['journal_gap leaves 0 to 2']);
  const { holds } = await fsck({ sello }, { repair: true });
  expect([holds, await told()]).toEqual([true, []]);
});

test('P06 a flipped bit in a piece of the journal is found, and the piece is written again', async () => {
  const [file = ''] = await pieces();
  const bytes = await readFile(file);
  for (const at of [1, 40, Math.floor(bytes.length / 2), bytes.length - 1]) {
    const changed = Buffer.from(await readFile(file));
    changed[at] = (changed[at] ?? 0) ^ 4;
    await writeFile(file, changed);
    expect((await told()).map((text) => text.split(' ')[0])).toEqual(['journal_broken']);
    const { holds } = await fsck({ sello }, { repair: true });
    expect([holds, await told()]).toEqual([true, []]);
  }
});

test('P06 pieces deleted on purpose are no fault, but later missing ones are', async () => {
  const later = new Date(sello.ports.now().getTime() + 40 * 86_400_000);
  expect(
    await forgetOldJournal({ ...sello.ports, database: sello.database, now: () => later }, 35),
  ).toBeGreaterThan(0);
  expect([await pieces(), await told()]).toEqual([[], []]);
  await certify('d');
  expect(await told()).toEqual([]);
  await rm((await pieces())[0] ?? '');
  expect(await told()).toEqual(['journal_gap leaf 3']);
});
