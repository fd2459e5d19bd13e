/** The master key: where it comes from, who is refused without it, and how it is replaced. */

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readMasterKeys } from '../../server/src/database/open-master-keys.ts';
import { OperatorError } from '../../server/src/kernel/operator-error.ts';
import { masterIdIn } from '../../server/src/kernel/wrapping/key-envelope.ts';
import { masterIdOf } from '../../server/src/kernel/wrapping/master-keys.ts';
import { runInside } from '../harness/inside-sello.ts';
import { API, openTestSello, type TestSello } from '../harness/test-sello.ts';

const newMaster = () => {
  const bytes = randomBytes(32);
  return { text: bytes.toString('base64'), id: masterIdOf(bytes) };
};

let sello: TestSello;
let elsewhere: string;
beforeEach(async () => {
  sello = await openTestSello();
  elsewhere = await mkdtemp(path.join(tmpdir(), 'sello-elsewhere-'));
});
afterEach(async () => {
  await sello.close();
  await rm(elsewhere, { recursive: true, force: true });
});

/** The id of the master key that wraps each stored key; `bare` for a key that is not wrapped. */
async function wrappers(): Promise<string[]> {
  const rows = await sello.database.query(
    'select secret as key from url_keys union all select signing_key from log_state',
    [],
    'stored',
  );
  return rows.map(({ key }) => masterIdIn(key as Buffer) ?? 'bare');
}

/** Three keys are stored: for file addresses, for identifiers and for the log. */
const everyKey = (wrapper: string) => [wrapper, wrapper, wrapper];

/** Stores the keys as a version without master keys did. */
async function unwrapAll(): Promise<void> {
  const key = await sello.ports.serverKeys.current();
  await sello.database.query('update url_keys set secret = $1', [key.secret], 'bare');
  // Any key of the same form.
  const der = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'der' });
  await sello.database.query('update log_state set signing_key = $1', [der], 'bare-log');
}

const fileOf = (dataDir: string) => path.join(dataDir, 'master.key');

test('P47 one is made in the data folder, for its owner alone, and wraps every key', async () => {
  expect((await stat(fileOf(sello.dataDir))).mode & 0o777).toBe(0o600);
  const [made] = await readMasterKeys(sello.config);
  expect(await wrappers()).toEqual(everyKey(masterIdOf(made!)));
});

describe('another machine on the same database', () => {
  test('without a key it says what to do, and makes none', async () => {
    const refusal = await sello.another({ SELLO_DATA_DIR: elsewhere }).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(OperatorError);
    expect((refusal as OperatorError).message).toMatch(
      /not here \([0-9a-f]{16}\)\. Copy master\.key .*SELLO_MASTER_KEY/,
    );
    expect((refusal as OperatorError).text.es).toMatch(/Copie master\.key/);
    await expect(stat(fileOf(elsewhere))).rejects.toThrow('ENOENT');
  });

  test('takes part once it has the file, a file elsewhere, or a program that prints it', async () => {
    const text = await readFile(fileOf(sello.dataDir), 'utf8');
    const file = path.join(elsewhere, 'key');
    await writeFile(file, text);
    for (const settings of [
      { SELLO_MASTER_KEY: text.trim() },
      { SELLO_MASTER_KEY_FILE: file },
      { SELLO_MASTER_KEY_COMMAND: `cat '${file}'` },
    ]) {
      const other = await sello.another({ SELLO_DATA_DIR: elsewhere, ...settings });
      const found = await other.ports.serverKeys.find((await sello.ports.serverKeys.current()).id);
      expect(Buffer.from(found!.secret)).toEqual(
        Buffer.from((await sello.ports.serverKeys.current()).secret),
      );
      expect(other.identity.vkey).toBe(sello.identity.vkey);
    }
  });

  test('two that start together on a new database end with one key', async () => {
    await sello.database.query('delete from url_keys', [], 'none');
    await sello.database.query('delete from log_state', [], 'none-log');
    await sello.database.query('delete from log_ml_dsa_keys', [], 'none-ml-dsa');
    const folders = [path.join(elsewhere, 'a'), path.join(elsewhere, 'b')];
    const started = await Promise.allSettled(folders.map((dir) => sello.another({ SELLO_DATA_DIR: dir })));
    expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(new Set(await wrappers()).size).toBe(1);
  });
});

test.for([
  ['exit 3', 'gave no master key: 3'],
  ['echo hush', 'its output is not 32 bytes'],
])('a failing program is reported with its reason, never with its output: %s', async ([command, says]) => {
  const refusal = await sello.another({ SELLO_MASTER_KEY_COMMAND: command }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(OperatorError);
  expect((refusal as Error).message).toContain(says);
  expect((refusal as Error).message).not.toContain('hush');
});

test('a changed key file is refused, not taken for another key', async () => {
  await writeFile(fileOf(sello.dataDir), 'no key\n');
  await expect(sello.another()).rejects.toThrow('must hold 32 bytes');
});

describe('a new master key', () => {
  test('rewraps everything at the start; links and second factors stay valid, and the old key can be removed', async () => {
    const { key } = await sello.newAccount();
    const { id } = await sello.certify(key, 'mine');
    const { body } = await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, { key });
    const address = new URL(body.proof.url);
    const [first, second] = [newMaster(), newMaster()];
    // The master key in the data folder still opens what it wrapped when the settings name another key.
    await sello.another({ SELLO_MASTER_KEY: first.text });
    expect(await wrappers()).toEqual(everyKey(first.id));
    await rm(fileOf(sello.dataDir));
    await expect(sello.another({ SELLO_MASTER_KEY: second.text })).rejects.toThrow(first.id);
    const settings = { SELLO_MASTER_KEY: second.text, SELLO_MASTER_KEYS_OLD: first.text };
    const rotated = await sello.another(settings);
    expect(await wrappers()).toEqual(everyKey(second.id));
    const last = await sello.another({ SELLO_MASTER_KEY: second.text });
    for (const one of [sello, rotated, last]) {
      expect((await one.call('GET', address.pathname + address.search)).text).toBe('mine');
      expect(one.identity.vkey).toBe(sello.identity.vkey);
    }
  });

  test('wrong settings are refused together', async () => {
    const env = {
      SELLO_MASTER_KEY: newMaster().text,
      SELLO_MASTER_KEY_COMMAND: 'true',
      SELLO_MASTER_KEYS_OLD: 'x',
    };
    await expect(sello.another(env)).rejects.toThrow(
      /SELLO_MASTER_KEY_COMMAND and SELLO_MASTER_KEY .*exclude each other[\s\S]*SELLO_MASTER_KEYS_OLD must hold keys/,
    );
  });
});

describe('a database of a version without master keys', () => {
  test('P47 has its keys wrapped at the first start', async () => {
    await unwrapAll();
    expect(await wrappers()).toEqual(everyKey('bare'));
    await sello.another();
    expect(await wrappers()).not.toContain('bare');
  });

  test('keeps them as they are while an older process runs that could not read them, and is told by fsck', async () => {
    await unwrapAll();
    const older = new pg.Client({ connectionString: sello.database.url });
    await older.connect();
    await older.query('select pg_advisory_lock(7355, 12345)');
    const beside = await sello.another();
    expect(await wrappers()).toEqual(everyKey('bare'));
    expect(beside.logLines.join('')).toContain('keys.not_wrapped_yet');
    const env = { SELLO_DATA_DIR: sello.dataDir, DATABASE_URL: sello.database.url };
    const { out, status } = await runInside(['fsck', '--json'], env);
    const found = JSON.parse(out).findings.map(({ code, level }: { code: string; level: string }) => [
      level,
      code,
    ]);
    expect([status, found]).toEqual([
      0,
      [
        ['note', 'server_key_not_wrapped'],
        ['note', 'server_key_not_wrapped'],
        ['note', 'server_key_not_wrapped'],
      ],
    ]);
    await older.end();
    await sello.another();
    expect(await wrappers()).not.toContain('bare');
  });
});

test('fsck without the master key says which one is missing', async () => {
  const env = { SELLO_DATA_DIR: elsewhere, DATABASE_URL: sello.database.url };
  const { out, status } = await runInside(['fsck', '--json'], env);
  expect(status).toBe(1);
  expect(JSON.parse(out).codes).toMatchObject({ master_key_missing: 4 });
});
