/** Backups, made and restored by the real program. */

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { DatabaseAddress } from '../../../server/src/database/address.ts';
import { applyMigrations, migrate, readMigrations } from '../../../server/src/database/migrate.ts';
import { readMasterKeys } from '../../../server/src/database/open-master-keys.ts';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import { openBlobFolder } from '../../../server/src/files/blobs-folder.ts';
import { openKeptFolder } from '../../../server/src/files/kept-folder.ts';
import { OperatorError } from '../../../server/src/kernel/operator-error.ts';
import { readConfig } from '../../../server/src/settings.ts';
import { checkBackup } from '../../../server/src/upkeep/backup/check.ts';
import { restoreDatabase } from '../../../server/src/upkeep/backup/restore-database.ts';
import { writeBackup } from '../../../server/src/upkeep/backup/write.ts';
import { oneOfEvery } from '../../harness/breadth.ts';
import { type ChildSello, runSello, startChildSello, startSello } from '../../harness/child-sello.ts';
import { ACTS_ON, runInside } from '../../harness/inside-sello.ts';
import { multipart } from '../../harness/multipart.ts';
import { expectPlainWords } from '../../harness/plain-words.ts';
import { openS3Server } from '../../harness/s3-server.ts';
import { seededRandom } from '../../harness/seeded-random.ts';
import { openTestSello } from '../../harness/test-sello.ts';

let scratch: string;
const folder = (name: string) => path.join(scratch, name);
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'sello-backup-'));
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

const quiet = () => {};

type Api = { get(url: string): Promise<Buffer>; certify(content: Uint8Array): Promise<string> };

function callerOf({ baseUrl }: ChildSello, key: string): Api {
  const headers = { authorization: `Bearer ${key}` };
  const answer = async (response: Response) => {
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    return Buffer.from(await response.arrayBuffer());
  };
  return {
    get: async (url) => answer(await fetch(`${baseUrl}/api/public/v1${url}`, { headers })),
    async certify(content) {
      const form = multipart([{ name: 'file', value: content, filename: 'a.bin', type: 'application/pdf' }]);
      const body = await answer(
        await fetch(`${baseUrl}/api/public/v1/certificates`, {
          method: 'POST',
          headers: { ...headers, ...form.headers },
          body: new Uint8Array(form.payload),
        }),
      );
      return JSON.parse(body.toString()).certificate.id;
    },
  };
}

describe('a backup made while certificates are made', () => {
  const env = () => ({ SELLO_DATA_DIR: folder('data') });
  const masterKey = () => ({ SELLO_MASTER_KEY_FILE: path.join(folder('data'), 'master.key') });
  const restoredEnv = () => ({ SELLO_DATA_DIR: folder('restored'), ...masterKey() });
  const trust = async () => ({
    masters: await readMasterKeys(readConfig(restoredEnv())),
    acceptsForgeable: false,
  });
  const before: string[] = [];
  const proofs = new Map<string, Buffer[]>();
  let key: string;

  const proofsOf = async (api: Api, id: string) => [
    await api.get(`/certificates/${id}`).then(withoutPlace),
    await api.get(`/certificates/${id}/proof?type=nom151&format=raw`),
    await api.get(`/certificates/${id}/proof?type=blockchain&format=raw`),
  ];

  beforeAll(async () => {
    const server = await startChildSello(env());
    await runInside(['account', 'create', '--email', 'a@example.com', '--certificates', '100000'], env());
    const made = await runInside(
      ['key', 'create', '--account', 'a@example.com', '--name', 'k', '--rate', '60000', '--quota', '1000000'],
      env(),
    );
    key = made.out.trim();
    const api = callerOf(server, key);
    for (let i = 0; i < 12; i += 1) before.push(await api.certify(randomBytes(2_000)));
    await until(
      async () =>
        JSON.parse((await api.get(`/certificates/${before.at(-1)}`)).toString()).certificate.status ===
        'certified',
    );
    for (const id of before) proofs.set(id, await proofsOf(api, id));

    let isDone = false;
    const load = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isDone) await api.certify(randomBytes(500));
      }),
    );
    const backup = await runSello(['backup', folder('backup')], env());
    isDone = true;
    await load;
    expect(backup).toMatchObject({ status: 0, out: expect.stringContaining('Backed up') });
    await server.kill('SIGTERM');
    expect(await runSello(['restore', folder('backup')], restoredEnv())).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^Restored the backup of .*sello fsck/),
    });
  }, 120_000);

  test('P06 the restored data passes fsck', async () => {
    const { status, out } = await runSello(['fsck'], restoredEnv());
    expect(out).toContain('No problems found.');
    expect(status).toBe(0);
  });

  test('every certificate from before the backup exists with the same proofs, and the service continues', async () => {
    const server = await startChildSello(restoredEnv());
    const api = callerOf(server, key);
    for (const id of before) {
      const restored = await proofsOf(api, id);
      for (const [i, proof] of (proofs.get(id) ?? []).entries())
        expect(restored[i]!.equals(proof)).toBe(true);
    }
    const next = await api.certify(randomBytes(100));
    await until(
      async () =>
        JSON.parse((await api.get(`/certificates/${next}`)).toString()).certificate.status === 'certified',
    );
    await server.kill('SIGTERM');
    expect(await runInside(['fsck'], restoredEnv())).toEqual({
      status: 0,
      error: expect.stringMatching(ACTS_ON),
      out: expect.stringContaining('No problems found'),
    });
  });

  test('only its owner can read it', async () => {
    for (const entry of await readdir(folder('backup'), { recursive: true, withFileTypes: true })) {
      const { mode } = await stat(path.join(entry.parentPath, entry.name));
      expect([entry.name, mode & 0o777]).toEqual([entry.name, entry.isDirectory() ? 0o700 : 0o600]);
    }
    expect((await stat(folder('backup'))).mode & 0o777).toBe(0o700);
  });

  test('one flipped bit in any of its files is found before anything is restored', async () => {
    const random = seededRandom();
    const copy = folder('flipped');
    await cp(folder('backup'), copy, { recursive: true });
    const all = await readdir(copy, { recursive: true, withFileTypes: true });
    const originals = all.filter(({ parentPath }) => parentPath.startsWith(path.join(copy, 'files')));
    const some = new Set(Array.from({ length: 5 }, () => originals[random.below(originals.length)]));
    const files = all.filter((entry) => entry.isFile() && (!originals.includes(entry) || some.has(entry)));
    await checkBackup(copy, await trust(), quiet);
    for (const entry of oneOfEvery(4, files, random)) {
      const file = path.join(entry.parentPath, entry.name);
      const handle = await open(file, 'r+');
      const { size } = await handle.stat();
      if (size === 0) {
        await handle.close();
        continue;
      }
      const at = random.below(size);
      const [byte] = (await handle.read(Buffer.alloc(1), 0, 1, at)).buffer;
      await handle.write(Buffer.of((byte ?? 0) ^ (1 << random.below(8))), 0, 1, at);
      await expect(
        checkBackup(copy, await trust(), quiet),
        `${file} at ${at}, seed ${random.seed}`,
      ).rejects.toThrow(/is damaged|newer version/);
      await handle.write(Buffer.of(byte ?? 0), 0, 1, at);
      await handle.close();
    }
    await rm(path.join(copy, 'database', 'certificates.copy'));
    await expect(checkBackup(copy, await trust(), quiet)).rejects.toThrow('database/certificates.copy');
    const { status, error } = await runInside(['restore', copy], {
      SELLO_DATA_DIR: folder('untouched'),
      ...masterKey(),
    });
    expect([status, error]).toEqual([1, expect.stringMatching(/^The backup is damaged: /m)]);
    expectPlainWords(error, 'Nothing was restored; use another copy of it, or an earlier backup.');
    await expect(stat(folder('untouched'))).rejects.toThrow('ENOENT');
  });

  test('targets that are not empty are refused with an explanation', async () => {
    for (const [args, says] of [
      [['backup', folder('backup')], 'Name a folder that is, or that does not exist yet.'],
      [['restore', folder('backup')], 'or name another with SELLO_DATA_DIR=….'],
      [['restore', folder('data')], 'or name another with SELLO_DATA_DIR=….'],
    ] as const) {
      const { status, error } = await runInside([...args], restoredEnv());
      expect(status).toBe(1);
      expectPlainWords(error, says);
    }
    const none = await runInside(['restore', folder('data')], { SELLO_DATA_DIR: folder('nowhere') });
    expect([none.status, none.error]).toEqual([1, expect.stringContaining('There is no backup in')]);
    expectPlainWords(none.error, 'Name a folder that sello backup completed.');
  });

  test('when killed in the middle it leaves no manifest, and the incomplete folder is refused', async () => {
    // A key file that never ends: the backup copies everything before this file, and then waits for it.
    const endless = path.join(folder('restored'), 'tsa', 'p256', 'endless.pem');
    await once(spawn('mkfifo', [endless]), 'exit');
    const cut = folder('cut');
    const child = startSello(['backup', cut], restoredEnv());
    const gone = once(child, 'exit');
    await until(async () => (await readdir(scratch)).includes('cut') && (await readdir(cut)).includes('tsa'));
    child.kill('SIGKILL');
    await gone;
    await rm(endless);
    expect(await readdir(cut)).not.toContain('manifest.json');
    await expect(checkBackup(cut, await trust(), quiet)).rejects.toThrow('There is no backup in');
  });
});

describe('databases', () => {
  const plain = { master: randomBytes(32), isEncrypted: false, randomBytes, onProgress: quiet };
  const opened: { name: string; database: Database }[] = [];
  let admin: Database;
  beforeAll(() => {
    admin = connect(inject('postgres'), 1);
  });
  afterAll(async () => {
    for (const { name, database } of opened) {
      await database.close();
      await admin.query(`drop database ${name} with (force)`, [], `drop ${name}`);
    }
    await admin.close();
  });

  async function emptyDatabase(): Promise<{ database: Database; address: DatabaseAddress }> {
    const name = `empty_${randomBytes(6).toString('hex')}`;
    await admin.query(`create database ${name} template template0`, [], `create ${name}`);
    const address = { ...inject('postgres'), database: name };
    const database = connect(address, 3);
    opened.push({ name, database });
    return { database, address };
  }

  test('a backup of an older version is restored by this one, and then migrated', async () => {
    const [older, newer] = [await emptyDatabase(), await emptyDatabase()];
    const past = (await readMigrations()).filter(({ name }) => name < '0013');
    await older.database.transaction((query) => applyMigrations(query, past));
    await older.database.query(
      `insert into accounts (id, email, name, certificates_left, created_at) values ('acct_1', 'a@example.com', E'tab\\t \\\\ "ñ"\\n', 5, now())`,
      [],
      'people',
    );
    const stored = await openBlobFolder(folder('older-files'), () => randomBytes(8).toString('hex'));
    const kept = openKeptFolder(folder('older-files'), () => 'x');
    const needs = { ...plain, address: older.address, stored, kept, dataDir: folder('older-data') };
    await writeBackup(needs, folder('older'));
    const trust = { masters: [plain.master], acceptsForgeable: false };
    const archive = await checkBackup(folder('older'), trust, quiet);
    expect(archive.manifest.migrations.map(({ name }) => name)).toEqual(past.map(({ name }) => name));
    await restoreDatabase(newer.address, archive, quiet);
    expect(await migrate(newer.database)).toContain('0013_allowance_ledger.sql');
    expect(await newer.database.query('select name, certificates_granted from accounts', [], 'who')).toEqual([
      { name: 'tab\t \\ "ñ"\n', certificates_granted: 5 },
    ]);
  });

  test('an empty database cannot be backed up, and one in use cannot be restored into', async () => {
    const { address } = await emptyDatabase();
    const stored = await openBlobFolder(folder('no-files'), () => 'x');
    const kept = openKeptFolder(folder('no-files'), () => 'x');
    const needs = { ...plain, address, stored, kept, dataDir: folder('no-data') };
    const nothing = await writeBackup(needs, folder('nothing')).catch((error: unknown) => error);
    expect(nothing).toBeInstanceOf(OperatorError);
    expect(nothing).toMatchObject({ message: expect.stringContaining('Name the right one with') });
    const used = await openTestSello();
    const { status, error } = await runInside(['restore', folder('older')], {
      SELLO_DATA_DIR: folder('fresh'),
      DATABASE_URL: used.database.url,
    });
    expect(status).toBe(1);
    expectPlainWords(error, 'The database is not empty');
    await used.close();
  });

  test('encrypted files are copied from a bucket to a folder as they are', async () => {
    const s3 = await openS3Server();
    const blobKey = { SELLO_BLOB_KEY: randomBytes(32).toString('base64') };
    const source = await openTestSello({ ...s3.env, ...blobKey });
    const { key } = await source.newAccount();
    for (let i = 0; i < 3; i += 1) await source.certify(key, `secret ${i}`);
    await source.sequence();
    const sourceEnv = {
      ...(s3.env as Record<string, string>),
      ...blobKey,
      DATABASE_URL: source.database.url,
    };
    const out = await runInside(['backup', folder('sealed')], {
      ...sourceEnv,
      SELLO_DATA_DIR: source.dataDir,
    });
    expect(out.status).toBe(0);
    const files = (await readdir(folder('sealed'), { recursive: true })).filter((name) =>
      name.includes('.sealed'),
    );
    expect(files).toHaveLength(3);

    const { address } = await emptyDatabase();
    const { host, port, user, database: name } = address as Extract<DatabaseAddress, { host: string }>;
    const target = {
      SELLO_DATA_DIR: folder('unsealed'),
      DATABASE_URL: `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`,
      SELLO_MASTER_KEY_FILE: path.join(source.dataDir, 'master.key'),
      ...blobKey,
    };
    expect((await runInside(['restore', folder('sealed')], target)).status).toBe(0);
    expect(await runInside(['fsck'], target)).toMatchObject({ status: 0 });
    await source.close();
    await s3.close();
  });
});

/** Removes what is not the certificate's own: confirmations and the base address. */
function withoutPlace(body: Buffer): Buffer {
  return Buffer.from(
    body.toString().replace(/"confirmations":\d+|localhost:\d+|[?&](expires|key|signature)=\w+/g, ''),
  );
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 50));
}
