/** Originals of test certificates are erased after their days, and nothing else is. */

import { access } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eraseExpiredFiles } from '../../../server/src/certificates/erasing/erase-files.ts';
import { holdRemovals } from '../../../server/src/certificates/erasing/pg-erasures.ts';
import { backupCommand } from '../../../server/src/cli/backup.ts';
import { connect } from '../../../server/src/database/pool.ts';
import { OPERATOR } from '../../../server/src/kernel/actor.ts';
import type { AccountId } from '../../../server/src/kernel/ids.ts';
import { makePartitions } from '../../../server/src/upkeep/partitions/make-partitions.ts';
import { fsck } from '../../harness/busy-sello.ts';
import { expectRefusal } from '../../harness/expect-refusal.ts';
import { forFile } from '../../harness/for-file.ts';
import { fileForm } from '../../harness/multipart.ts';
import { openS3Server } from '../../harness/s3-server.ts';
import { API, openTestSello, type TestAccount, type TestSello } from '../../harness/test-sello.ts';

const DAY_MS = 86_400_000;

const s3 = forFile(openS3Server);

/** Makes partitions as a worker does, because these tests move the clock on by months. */
async function makeComingMonths({ database: { url }, ports: { now } }: TestSello): Promise<void> {
  const database = connect({ url }, 1, 0);
  await makePartitions({ database, now });
  await database.close();
}

const STORES = {
  'a folder': () => ({}),
  'an encrypted folder': () => ({ SELLO_BLOB_KEY: Buffer.alloc(32, 7).toString('base64') }),
  'a bucket': () => s3.env,
} as const;

describe.for(Object.keys(STORES) as (keyof typeof STORES)[])('in %s', (kind) => {
  let sello: TestSello;
  let tester: TestAccount;
  let liveKey: string;
  beforeAll(async () => {
    sello = await openTestSello(STORES[kind]());
    await makeComingMonths(sello);
  });
  afterAll(() => sello.close());
  beforeEach(async () => {
    tester = await sello.newAccount({ key: { mode: 'test' } });
    liveKey = (await sello.newKey(tester.account)).key;
  });

  const erase = (at = sello) => eraseExpiredFiles(at.ports, at.config);
  const read = async (id: string, key = tester.key) =>
    (await sello.call('GET', `${API}/certificates/${id}`, { key })).body.certificate;
  const proof = (id: string, type: string, key = tester.key) =>
    sello.call('GET', `${API}/certificates/${id}/proof?type=${type}`, { key });
  const isThere = async (sha256: string) =>
    (await sello.ports.blobs.sizeOf(tester.account.id, sha256 as never)) !== undefined;

  test('a test file is kept for its thirty days, then erased; its record says so and its proofs stay', async () => {
    const made = await sello.certify(tester.key, `soon gone ${kind}`);
    const due = new Date(new Date(made.created_at).getTime() + 30 * DAY_MS);
    expect(made.file).toMatchObject({ stored: true, expires_at: due.toISOString(), erased_at: null });
    const link = (await proof(made.id, 'file')).body.proof.url;
    sello.advance(30 * DAY_MS - 60_000);
    expect(await erase()).toEqual({ marked: 0, removed: 0 });
    expect(await isThere(made.file.sha256)).toBe(true);
    sello.advance(120_000);
    expect(await erase()).toEqual({ marked: 1, removed: 1 });
    expect(await isThere(made.file.sha256)).toBe(false);
    const { file } = await read(made.id);
    expect(file).toMatchObject({ stored: false, expires_at: due.toISOString() });
    expect(new Date(file.erased_at).getTime()).toBeGreaterThanOrEqual(due.getTime());
    expect(expectRefusal(await proof(made.id, 'file'), 404, 'file_not_stored')).toContain('erased');
    for (const type of ['nom151', 'bundle', 'constancia'])
      expect((await proof(made.id, type)).status).toBe(200);
    expect((await sello.call('GET', new URL(link).pathname + new URL(link).search)).status).toBe(403);
    expect(await erase()).toEqual({ marked: 0, removed: 0 });
    expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
  });

  test('live files stay, also one with the bytes of a test file, and so does a younger test file', async () => {
    const content = `same bytes ${kind}`;
    const old = await sello.certify(tester.key, content);
    const live = await sello.certify(liveKey, content);
    const other = await sello.certify(tester.key, `other ${kind}`);
    sello.advance(20 * DAY_MS);
    const { key: young } = await sello.newKey(tester.account, { mode: 'test' });
    const again = await sello.certify(young, `other ${kind}`);
    sello.advance(11 * DAY_MS);
    expect(await erase()).toMatchObject({ marked: 2, removed: 0 });
    expect((await read(old.id)).file.stored).toBe(false);
    expect((await read(other.id)).file.stored).toBe(false);
    expect((await read(again.id)).file.stored).toBe(true);
    expect((await read(live.id, liveKey)).file).toMatchObject({ stored: true, expires_at: null });
    expect((await proof(live.id, 'file', liveKey)).status).toBe(200);
    sello.advance(20 * DAY_MS);
    expect(await erase()).toMatchObject({ marked: 1, removed: 1 });
    expect(await isThere(live.file.sha256)).toBe(true);
    expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
  });
});

describe('the rule of the account', () => {
  let sello: TestSello;
  beforeEach(async () => {
    sello = await openTestSello();
    return () => sello.close();
  });
  const erase = () => eraseExpiredFiles(sello.ports, sello.config);
  const keep = (account: AccountId, days: number | undefined) =>
    sello.ports.accounts.keepFiles(account, days, new Date(), OPERATOR);
  const read = async (id: string, key: string) =>
    (await sello.call('GET', `${API}/certificates/${id}`, { key })).body.certificate;

  test('live files are erased after the days of their account, and those of other accounts stay', async () => {
    const [keeper, tidy] = [await sello.newAccount(), await sello.newAccount()];
    await keep(tidy.account.id, 7);
    const kept = await sello.certify(keeper.key, 'stays');
    const made = await sello.certify(tidy.key, 'goes');
    const due = new Date(new Date(made.created_at).getTime() + 7 * DAY_MS).toISOString();
    expect(made.file.expires_at).toBe(due);
    expect((await read(made.id, tidy.key)).file).toEqual(made.file);
    sello.advance(7 * DAY_MS - 60_000);
    expect(await erase()).toEqual({ marked: 0, removed: 0 });
    sello.advance(120_000);
    expect(await erase()).toEqual({ marked: 1, removed: 1 });
    expect((await read(made.id, tidy.key)).file).toMatchObject({ stored: false, expires_at: due });
    expect((await read(kept.id, keeper.key)).file).toMatchObject({ stored: true, expires_at: null });
    expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
  });

  test('in test mode the shorter of the two age limits is shown', async () => {
    const { account } = await sello.newAccount();
    const { key } = await sello.newKey(account, { mode: 'test' });
    for (const [days, expected] of [
      [3, 3],
      [400, 30],
    ] as const) {
      await keep(account.id, days);
      const { created_at, file } = await sello.certify(key, `kept ${days}`);
      expect(Date.parse(file.expires_at) - Date.parse(created_at)).toBe(expected * DAY_MS);
    }
  });

  test('a longer time, or no limit, keeps files that were not erased yet', async () => {
    const { account, key } = await sello.newAccount();
    await keep(account.id, 2);
    const first = await sello.certify(key, 'erased by the short rule');
    sello.advance(3 * DAY_MS);
    const second = await sello.certify(key, 'kept by the long rule');
    expect(await erase()).toMatchObject({ marked: 1 });
    await keep(account.id, undefined);
    sello.advance(30 * DAY_MS);
    expect(await erase()).toMatchObject({ marked: 0 });
    const { key: fresh } = await sello.newKey(account);
    expect((await read(first.id, fresh)).file.stored).toBe(false);
    expect((await read(second.id, fresh)).file).toMatchObject({ stored: true, expires_at: null });
  });
});

describe('crashes and races', () => {
  let sello: TestSello;
  let tester: TestAccount;
  beforeEach(async () => {
    sello = await openTestSello({ SELLO_MAX_STORED_BYTES: '1000' });
    tester = await sello.newAccount({ key: { mode: 'test' } });
    return () => sello.close();
  });
  const erase = () => eraseExpiredFiles(sello.ports, sello.config);
  const fileOf = (account: AccountId, sha256: string) =>
    path.join(sello.dataDir, 'files', 'files', account, sha256.slice(0, 2), sha256);
  const exists = (file: string) =>
    access(file).then(
      () => true,
      () => false,
    );

  test('expired files make room for others', async () => {
    await sello.certify(tester.key, 'x'.repeat(1_000));
    const more = () => sello.call('POST', `${API}/certificates`, { key: tester.key, ...fileForm('more') });
    expectRefusal(await more(), 402, 'storage_full');
    sello.advance(31 * DAY_MS);
    await erase();
    expect((await more()).status).toBe(201);
    expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
  });

  test('more files than one lot are all erased, in order', async () => {
    for (let i = 0; i < 45; i++) await sello.certify(tester.key, `lot ${i}`);
    sello.advance(31 * DAY_MS);
    await sello.certify(tester.key, 'young');
    expect(await erase()).toEqual({ marked: 45, removed: 45 });
    expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
  });

  test('a crash after marking leaves no record that claims the file, and the next round removes it', async () => {
    const { file } = await sello.certify(tester.key, 'marked, not removed');
    sello.advance(31 * DAY_MS);
    const crash = new Error('killed');
    const inventory = { ...sello.ports.inventory, remove: () => Promise.reject(crash) };
    await expect(eraseExpiredFiles({ ...sello.ports, inventory }, sello.config)).rejects.toBe(crash);
    expect(await exists(fileOf(tester.account.id, file.sha256))).toBe(true);
    // A file that waits to be erased counts neither as lost nor as left over.
    expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
    expect(await erase()).toEqual({ marked: 0, removed: 1 });
    expect(await exists(fileOf(tester.account.id, file.sha256))).toBe(false);
  });

  test('a crash after the removal is finished by the next round', async () => {
    const { file } = await sello.certify(tester.key, 'removed, not noted');
    sello.advance(31 * DAY_MS);
    const crash = new Error('killed');
    const remove: typeof sello.ports.inventory.remove = async (blob, before) => {
      await sello.ports.inventory.remove(blob, before);
      throw crash;
    };
    const inventory = { ...sello.ports.inventory, remove };
    await expect(eraseExpiredFiles({ ...sello.ports, inventory }, sello.config)).rejects.toBe(crash);
    expect(await exists(fileOf(tester.account.id, file.sha256))).toBe(false);
    // An upload after the crash is recorded only once its file is found to exist.
    const again = await sello.certify(tester.key, 'removed, not noted');
    expect(again.file.stored).toBe(true);
    expect(await erase()).toMatchObject({ removed: 0 });
    expect(await exists(fileOf(tester.account.id, file.sha256))).toBe(true);
    expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
  });

  test('an upload whose file is removed between its rename and its row writes no row, and the next attempt succeeds', async () => {
    const content = 'the same bytes at the wrong moment';
    const { file: old } = await sello.certify(tester.key, content);
    sello.advance(31 * DAY_MS);
    // The file gets its name after the stamp, and the row is written after that. The file is erased in between, as late
    // as possible.
    const { blobs } = sello.ports;
    const receive = blobs.receive;
    let isFirst = true;
    blobs.receive = (accountId) => {
      const blob = receive(accountId);
      return {
        ...blob,
        async keep(name) {
          await blob.keep(name);
          if (!isFirst) return;
          isFirst = false;
          // Acts like a server that ignores the age of the file.
          const remove: typeof sello.ports.inventory.remove = (one) =>
            sello.ports.inventory.remove(one, new Date(8e15));
          await eraseExpiredFiles(
            { ...sello.ports, inventory: { ...sello.ports.inventory, remove } },
            sello.config,
          );
        },
      };
    };
    const send = () => sello.call('POST', `${API}/certificates`, { key: tester.key, ...fileForm(content) });
    try {
      expectRefusal(await send(), 503, 'storage_unavailable');
      expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
      expect((await send()).status).toBe(201);
      expect(await exists(fileOf(tester.account.id, old.sha256))).toBe(true);
      expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
    } finally {
      blobs.receive = receive;
    }
  });

  test('uploads of the same bytes while files expire in another process never lose their file', async () => {
    const contents = Array.from({ length: 8 }, (_, i) => `again and again ${i}`);
    for (const content of contents) await sello.certify(tester.key, content);
    sello.advance(31 * DAY_MS);
    const other = await sello.another();
    const uploads = contents.flatMap((content) =>
      [sello, other].map((at) =>
        at.call('POST', `${API}/certificates`, { key: tester.key, ...fileForm(content) }),
      ),
    );
    await Promise.all([...uploads, erase(), eraseExpiredFiles(other.ports, other.config)]);
    // An upload whose file was deleted at that moment gets the answer to try again.
    for (const { status } of await Promise.all(uploads)) expect([201, 503]).toContain(status);
    expect(await fsck({ sello })).toMatchObject({ holds: true, findings: [] });
  });

  test('while a backup or a check reads the files, none is removed', async () => {
    const { file } = await sello.certify(tester.key, 'expires during the backup');
    sello.advance(31 * DAY_MS);
    const release = await holdRemovals({ url: sello.database.url });
    expect(await erase()).toEqual({ marked: 1, removed: 0 });
    expect(await exists(fileOf(tester.account.id, file.sha256))).toBe(true);
    await sello.certify(tester.key, 'meanwhile');
    await release();
    expect(await erase()).toEqual({ marked: 0, removed: 1 });
  });

  test('a backup holds no erased file and misses none', async () => {
    const { file } = await sello.certify(tester.key, 'in the first backup');
    const said: string[] = [];
    const backUp = async (name: string) => {
      const folder = path.join(sello.dataDir, name);
      const env = { SELLO_DATA_DIR: sello.dataDir, DATABASE_URL: sello.database.url };
      const say = (line: string) => void said.push(line);
      await backupCommand([folder], { env, write: say, out: say, error: say, status: undefined });
      return exists(path.join(folder, 'files', tester.account.id, file.sha256.slice(0, 2), file.sha256));
    };
    expect(await backUp('first')).toBe(true);
    sello.advance(31 * DAY_MS);
    await erase();
    expect(await backUp('second')).toBe(false);
    expect(said.filter((line) => line.includes('missing'))).toEqual([]);
  });
});
