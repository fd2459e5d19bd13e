/** A backup forged by somebody who knows this program, and a real one that somebody changed. */

import { spawnSync } from 'node:child_process';
import { createHash, hash, randomBytes } from 'node:crypto';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { DatabaseAddress } from '../../server/src/database/address.ts';
import { connect, type Database } from '../../server/src/database/pool.ts';
import { openBlobFolder } from '../../server/src/files/blobs-folder.ts';
import { OperatorError } from '../../server/src/kernel/operator-error.ts';
import { checkBackup } from '../../server/src/upkeep/backup/check.ts';
import { restoreFiles } from '../../server/src/upkeep/backup/restore.ts';
import { assertFitsSchema, restoreDatabase } from '../../server/src/upkeep/backup/restore-database.ts';
import { writeBackup } from '../../server/src/upkeep/backup/write.ts';
import { type EndedSello, runSello } from '../harness/child-sello.ts';
import { forFile } from '../harness/for-file.ts';
import { ACTS_ON, runInside } from '../harness/inside-sello.ts';
import { openTestSello } from '../harness/test-sello.ts';

let scratch: string;
let honest: string;
let sealed: string;
let admin: Database;
const master = randomBytes(32);
const sello = forFile(() => openTestSello({ SELLO_MASTER_KEY: master.toString('base64') }));
const made: string[] = [];
const quiet = () => {};
const env = () => ({
  SELLO_DATA_DIR: path.join(scratch, 'target'),
  SELLO_MASTER_KEY: master.toString('base64'),
});

beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'sello-hostile-'));
  [honest, sealed] = [path.join(scratch, 'honest'), path.join(scratch, 'sealed')];
  const { key } = await sello.newAccount();
  await sello.certify(key, 'a confidential contract');
  await sello.sequence();
  const stored = await openBlobFolder(path.join(sello.dataDir, 'files'), () =>
    randomBytes(8).toString('hex'),
  );
  const needs = {
    address: { url: sello.database.url },
    stored,
    kept: sello.ports.kept,
    dataDir: sello.dataDir,
    master,
    randomBytes,
    onProgress: quiet,
  };
  await writeBackup({ ...needs, isEncrypted: false }, honest);
  await writeBackup({ ...needs, isEncrypted: true }, sealed);
  admin = connect(inject('postgres'), 1);
});
afterAll(async () => {
  for (const name of made) await admin.query(`drop database ${name} with (force)`, [], `drop ${name}`);
  await admin?.close();
  await rm(scratch, { recursive: true, force: true });
});

let copy: string;
beforeEach(async () => {
  copy = path.join(scratch, randomBytes(6).toString('hex'));
  await cp(honest, copy, { recursive: true });
});

// biome-ignore lint/suspicious/noExplicitAny: an attacker's manifest has any shape.
type Loose = any;

const sha256 = async (file: string) =>
  createHash('sha256')
    .update(await readFile(file))
    .digest('hex');

/** Recomputes every hash, as anybody can. `format` 1 needs no authentication. */
async function rewrite(change: (manifest: Loose) => void | Promise<void>, format: 1 | 2): Promise<void> {
  const given: Loose = JSON.parse(await readFile(path.join(copy, 'manifest.json'), 'utf8'));
  const { sha256: _, mac, ...manifest } = given;
  await change(manifest);
  const lines = (await readFile(path.join(copy, 'SHA256SUMS'), 'utf8')).trim().split('\n');
  const sums: string[] = [];
  let bytes = 0;
  for (const line of lines) {
    const name = line.slice(66);
    const file = path.join(copy, name);
    const isThere = await stat(file).then(
      (found) => found.isFile() && found.size < 1e8,
      () => false,
    );
    sums.push(isThere ? `${await sha256(file)}  ${name}` : line);
    bytes += isThere ? (await stat(file)).size : 0;
  }
  await writeFile(path.join(copy, 'SHA256SUMS'), `${sums.join('\n')}\n`);
  manifest.sumsSha256 = await sha256(path.join(copy, 'SHA256SUMS'));
  manifest.files = sums.length;
  if (format === 1) {
    for (const name of ['bytes', 'masterId', 'salt', 'partitions']) delete manifest[name];
    manifest.format = 1;
  } else manifest.bytes = bytes;
  await writeText({ ...manifest, ...(format === 2 && { mac }) });
}

async function writeText(manifest: object): Promise<void> {
  const sealedBy = hash('sha256', JSON.stringify(manifest, null, 1));
  const text = `${JSON.stringify({ ...manifest, sha256: sealedBy }, null, 1)}\n`;
  await writeFile(path.join(copy, 'manifest.json'), text);
}

const restore = (...flags: string[]) => runInside(['restore', copy, ...flags], env());

async function expectRefused({ status, error }: EndedSello, says: string | RegExp): Promise<void> {
  expect(error).toMatch(says);
  expect(error).not.toMatch(/^\s+at /m);
  expect(status).toBe(1);
  await expect(stat(path.join(scratch, 'target', 'files', 'files'))).rejects.toThrow('ENOENT');
  await rm(path.join(scratch, 'target'), { recursive: true, force: true });
}

describe('an honest backup that somebody changed', () => {
  test('P46 a row added with all hashes put right is found before anything is written', async () => {
    const row = 'acct_1\tthief@example.com\tThief\n';
    await rewrite(() => appendFile(path.join(copy, 'database', 'accounts.copy'), row), 2);
    await expectRefused(await restore(), 'somebody who does not hold your master key');
    await expect(stat(path.join(scratch, 'target'))).rejects.toThrow('ENOENT');
    // The flag accepts backups without a signature, not backups that were provably changed.
    await expectRefused(await restore('--accept-forgeable'), 'somebody who does not hold your master key');
  });

  test('P46 made to look like an older one is refused in words, unless the operator takes the risk', async () => {
    await rewrite(() => {}, 1);
    await expectRefused(await restore(), /may have put in accounts, keys and certificates of their own/);
    const { status, out } = await restore('--accept-forgeable');
    expect([status, out]).toEqual([0, expect.stringContaining('Restored the backup')]);
    await rm(path.join(scratch, 'target'), { recursive: true, force: true });
  });

  test('P46 one of another master key names the key that it needs', async () => {
    const { SELLO_MASTER_KEY: _, ...without } = env();
    const ended = await runInside(['restore', copy], without);
    await expectRefused(ended, /master key that is not here \([0-9a-f]{16}\)\. Copy master\.key/);
  });
});

describe('an encrypted backup', () => {
  test('P46 holds nothing that can be read, and comes back whole', async () => {
    const { stdout } = spawnSync('grep', ['-rlaE', 'confidential|example\\.com|PRIVATE KEY', sealed]);
    expect(stdout.toString()).toBe('');
    expect(spawnSync('grep', ['-rla', 'confidential', honest]).stdout.toString()).not.toBe('');
    const ended = await runSello(['restore', sealed], env());
    expect([ended.status, ended.error]).toEqual([0, expect.stringMatching(ACTS_ON)]);
    const checked = await runInside(['fsck'], env());
    expect(checked.out).toContain('No problems found');
    await rm(path.join(scratch, 'target'), { recursive: true, force: true });
  }, 60_000);

  test('P46 two of its files in each other’s place are refused', async () => {
    await rm(copy, { recursive: true });
    await cp(sealed, copy, { recursive: true });
    const [a, b] = ['accounts', 'api_keys'].map((name) => path.join(copy, 'database', `${name}.copy`)) as [
      string,
      string,
    ];
    await rename(a, `${a}.x`);
    await rename(b, a);
    await rename(`${a}.x`, b);
    await expectRefused(await restore(), 'is damaged');
  });
});

/** A file that a command would make if a name became part of an SQL statement. */
const MARK = `/tmp/sello-hostile-${randomBytes(6).toString('hex')}`;
const INJECTION = `id") from program 'touch ${MARK}' --`;

describe('P46 a hostile backup, taken by an operator who was talked into the flag', () => {
  async function superuser(): Promise<DatabaseAddress> {
    const name = `hostile_${randomBytes(6).toString('hex')}`;
    made.push(name);
    await admin.query(`create database ${name} template template0`, [], `create ${name}`);
    return { ...inject('postgres'), database: name, user: 'postgres' };
  }

  const accept = { masters: [], acceptsForgeable: true };

  async function refusal(): Promise<unknown> {
    try {
      const address = await superuser();
      const archive = await checkBackup(copy, accept, quiet);
      await assertFitsSchema(address, archive.manifest);
      await restoreDatabase(address, archive, quiet);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  const table = (manifest: Loose, name: string) => manifest.tables.find((one: Loose) => one.name === name);

  test.for<[string, (manifest: Loose) => void]>([
    [
      'a column that is a statement',
      (manifest) => table(manifest, 'accounts').columns.splice(0, 1, INJECTION),
    ],
    ['a column too many', (manifest) => table(manifest, 'accounts').columns.push('id')],
    ['a column too few', (manifest) => table(manifest, 'accounts').columns.pop()],
    [
      'a table of the database itself',
      (manifest) => manifest.tables.push({ name: 'pg_authid', columns: ['rolname'], rows: 0 }),
    ],
    [
      'a table that is a statement',
      (manifest) => {
        table(manifest, 'accounts').name = INJECTION;
      },
    ],
    [
      'a table that is a path',
      (manifest) => {
        table(manifest, 'accounts').name = '../../etc/passwd';
      },
    ],
    [
      'a table left out',
      (manifest) => {
        manifest.tables.shift();
      },
    ],
    ['a table twice', (manifest) => manifest.tables.push({ ...table(manifest, 'accounts') })],
    [
      'a sequence that is a statement',
      (manifest) => manifest.sequences.push({ name: INJECTION, lastValue: 1 }),
    ],
    [
      'a sequence at no number',
      (manifest) => {
        manifest.sequences[0].lastValue = -1;
      },
    ],
    [
      'a migration of its own',
      (manifest) => manifest.migrations.push({ name: '9999_mine.sql', sha256: '00' }),
    ],
    [
      'rows of another number',
      (manifest) => {
        table(manifest, 'accounts').rows = 7;
      },
    ],
    [
      'fields of its own',
      (manifest) => {
        manifest.__proto__x = 1;
      },
    ],
  ])('names %s: runs nothing', async ([, change]) => {
    await rewrite(change, 1);
    const refused = await refusal();
    expect(refused).toBeInstanceOf(OperatorError);
    await expect(stat(MARK)).rejects.toThrow('ENOENT');
  });

  test('rows that no column takes are refused in words', async () => {
    await rewrite(() => writeFile(path.join(copy, 'database', 'accounts.copy'), 'x\n'), 1);
    expect(await refusal()).toBeInstanceOf(OperatorError);
  });

  test.for([
    '../outside',
    '/etc/passwd',
    'files/../../outside',
    'tsa/p256/../../../outside.pem',
    'files/acct_1/ab/ab',
    'database/../../x.copy',
    `chain/${'a'.repeat(300)}`,
  ])('names the path %s', async (name) => {
    await appendFile(path.join(copy, 'SHA256SUMS'), `${'0'.repeat(64)}  ${name}\n`);
    await rewrite(() => {}, 1);
    await expect(checkBackup(copy, accept, quiet)).rejects.toBeInstanceOf(OperatorError);
  });

  test.for<[string, () => Promise<unknown>]>([
    ['a file', () => replace('database/accounts.copy', (file) => symlink('/etc/passwd', file))],
    [
      'a folder',
      async () => {
        await rename(path.join(copy, 'database'), `${path.join(scratch, path.basename(copy))}-moved`);
        await symlink(`${path.join(scratch, path.basename(copy))}-moved`, path.join(copy, 'database'));
      },
    ],
    ['the list', () => replace('SHA256SUMS', (file) => symlink('/dev/zero', file))],
    ['the manifest', () => replace('manifest.json', (file) => symlink('/dev/zero', file))],
    ['a pipe', () => replace('database/accounts.copy', async (file) => spawnSync('mkfifo', [file]))],
  ])('has a link or a pipe in the place of %s', async ([, change]) => {
    await rewrite(() => {}, 1);
    await change();
    await expect(checkBackup(copy, accept, quiet)).rejects.toBeInstanceOf(OperatorError);
  });

  async function replace(name: string, make: (file: string) => Promise<unknown>): Promise<void> {
    const file = path.join(copy, name);
    await rm(file);
    await make(file);
  }

  test('claims more than the disk has room for: refused before it is read', async () => {
    await rewrite(() => {}, 1);
    await truncate(path.join(copy, 'database', 'accounts.copy'), 2 ** 43);
    const room = { folder: path.join(scratch, 'not', 'there', 'yet'), holds: ['database'] as const };
    await expect(checkBackup(copy, accept, quiet, room)).rejects.toThrow(
      /needs \d+ MB in .* MB left\. Make room/,
    );
  });

  test('has a list that never ends, or a manifest of any size', async () => {
    await rewrite(() => {}, 1);
    await appendFile(path.join(copy, 'SHA256SUMS'), 'x'.repeat(100_000));
    await rewriteSum();
    await expect(checkBackup(copy, accept, quiet)).rejects.toThrow('SHA256SUMS');
    await truncate(path.join(copy, 'manifest.json'), 2 ** 33);
    await expect(checkBackup(copy, accept, quiet)).rejects.toThrow('manifest.json');
  });

  async function rewriteSum(): Promise<void> {
    const { sha256: _, ...manifest } = JSON.parse(await readFile(path.join(copy, 'manifest.json'), 'utf8'));
    await writeText({ ...manifest, sumsSha256: await sha256(path.join(copy, 'SHA256SUMS')) });
  }

  test('changes after it was checked: nothing of the change is taken', async () => {
    const archive = await checkBackup(copy, { masters: [master], acceptsForgeable: false }, quiet);
    await appendFile(path.join(copy, 'tsa', 'p256', 'root.pem'), 'x').catch(async () => {
      throw new Error('the authority’s files have other names by now');
    });
    const target = path.join(scratch, 'changed');
    await mkdir(target);
    const stored = await openBlobFolder(path.join(target, 'files'), () => randomBytes(8).toString('hex'));
    await expect(restoreFiles(archive, target, { stored, kept: sello.ports.kept }, quiet)).rejects.toThrow(
      'is damaged',
    );
  });
});
