/** The blocks of commands in docs/operations.md and docs/storage.md, run line by line as an operator copies them. */

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '../../../server/src/database/pool.ts';
import { turnOn } from '../../harness/authenticator.ts';
import { runSello, startSello } from '../../harness/child-sello.ts';
import { signUp } from '../../harness/dashboard-person.ts';
import { freePort } from '../../harness/debian-program.ts';
import { createEmptyDatabase } from '../../harness/empty-database.ts';
import { forFile } from '../../harness/for-file.ts';
import { runInside } from '../../harness/inside-sello.ts';
import { blockOf } from '../../harness/page-blocks.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const PAGE = 'docs/operations.md';
const sello = forFile(openTestSello);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-manual-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const env = () => ({ DATABASE_URL: sello.database.url, SELLO_DATA_DIR: sello.dataDir });

/** The commands of a block without their comments; `mine` puts our own values in place of the example's. */
function linesOf(start: string, mine: Record<string, string> = {}): string[] {
  let block = blockOf(PAGE, start);
  for (const [example, own] of Object.entries(mine)) {
    expect(block).toContain(example);
    block = block.replaceAll(example, own);
  }
  return block.split('\n').map((line) => line.replace(/ +# .*$/, ''));
}

/** Splits words as a shell does, keeping text in double quotes together. */
function wordsOf(line: string): string[] {
  const [program, ...words] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, word]) => quoted ?? word ?? '',
  );
  expect(program).toBe('npx');
  expect(words.shift()).toBe('sello');
  return words;
}

/** Runs lines that must all succeed, and returns what each printed. */
async function runAll(lines: readonly string[], more: Record<string, string> = {}): Promise<string[]> {
  const printed: string[] = [];
  for (const line of lines) {
    const { status, out, error } = await runInside(wordsOf(line), { ...env(), ...more });
    expect([line, status, error]).toEqual([line, 0, expect.any(String)]);
    printed.push(out);
  }
  return printed;
}

async function certifyOne(title: string): Promise<void> {
  const { key } = await sello.newAccount();
  await sello.certify(key, title);
  await sello.sequence();
}

test('commands that show the state change nothing and say so', async () => {
  await certifyOne('state');
  const [lines, json] = await runAll(linesOf('npx sello status'));
  expect(lines).toMatch(/^Sello +\S+ at http/);
  expect(JSON.parse(json ?? '')).toMatchObject({ database: { log: { waiting: 0 } } });
  expect((await runAll(linesOf('npx sello partitions').slice(0, 1)))[0]).toContain('in no month');
});

test('the log’s key is changed: listed, a second one added, the first one retired', async () => {
  await certifyOne('before the new key');
  const [list = '', add = '', retire = ''] = linesOf('npx sello log-key list');
  const [first] = await runAll([list]);
  const number = /\+([0-9a-f]{8})\+/.exec(first ?? '')?.[1] ?? '';
  await runAll([add]);
  await certifyOne('under both keys');
  expect(retire).toContain('8c20f99a');
  await runAll([retire.replace('8c20f99a', number)]);
  expect((await runAll([list]))[0]).toMatch(new RegExp(`retired .*\\+${number}\\+`));
});

test('plain and encrypted backups are made, and restored into an empty folder and database', async () => {
  const mine = {
    '/mnt/backup/2026-01-31': path.join(folder, 'b1'),
    '/mnt/backup/…': path.join(folder, 'b2'),
  };
  const [make = '', encrypt = '', restore = ''] = linesOf('npx sello backup', mine);
  await runAll([make, encrypt]);
  const [empty, data] = [await createEmptyDatabase(), path.join(folder, 'restored')];
  // The master key is put there first, as the page says.
  await mkdir(data);
  await copyFile(path.join(sello.dataDir, 'master.key'), path.join(data, 'master.key'));
  const there = { DATABASE_URL: empty.url, SELLO_DATA_DIR: data };
  await runAll([restore], there);
  expect((await runAll(['npx sello fsck'], there))[0]).toContain('No problems found');
  await empty.drop();
});

test('accounts are listed, given certificates and limits, let in again, and closed', async () => {
  const person = await signUp(sello);
  await turnOn(sello, person);
  const [list = '', ...others] = linesOf('npx sello account list');
  const [change = '', ...rest] = others.filter((line) => line.includes('change-email'));
  expect(rest).toEqual([]);
  const own = others.map((line) =>
    line === change
      ? change.replace('per_…', person.id).replace('you@example.com', 'you-again@example.com')
      : line.replace('acct_…', person.account.id).replace('you@example.com', person.account.id),
  );
  const printed = await runAll([list, ...own]);
  expect(printed[0]).toContain(person.account.id);
  expect(printed[3]).toMatch(/^http\S+\n$/);
});

test('operators are added, listed and removed', async () => {
  const person = await signUp(sello);
  const lines = linesOf('npx sello operator add', { 'you@example.com': person.email });
  const [added, listed, , logged, removed] = await runAll(lines);
  expect(added).toContain('is an operator now');
  expect(listed).toContain(person.id);
  expect(logged).toContain('operator.add');
  expect(removed).toContain('is no longer an operator');
});

test('a witness is created and serves', async () => {
  const mine = {
    '/var/lib/sello-witness': path.join(folder, 'witness'),
    '127.0.0.1:8100': `127.0.0.1:${await freePort()}`,
  };
  const [make = '', serve = ''] = linesOf('npx sello witness', mine);
  const made = await runSello(wordsOf(make), {});
  expect([made.status, made.error]).toEqual([0, expect.any(String)]);
  const logs = path.join(folder, 'logs.txt');
  const { text } = await sello.call('GET', '/log/key');
  await writeFile(logs, text);
  const child = startSello(wordsOf(serve.replace('logs.txt', logs)), {});
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      said += chunk;
    });
  await expect.poll(() => said).toContain(mine['127.0.0.1:8100']);
  const ended = once(child, 'close');
  child.kill('SIGTERM');
  await ended;
});

test('PostgreSQL accepts the limits for a role behind pgbouncer', async () => {
  const statements = blockOf(PAGE, 'alter role sello').split('\n');
  expect(statements).toHaveLength(4);
  const database = connect({ url: sello.database.url }, 1);
  const all = 'all of them were taken, and are taken back';
  const trying = database.transaction(async (query) => {
    const [row] = await query('select quote_ident(current_user) as me', [], 'me');
    for (const line of statements)
      await query(line.replace('role sello', `role ${row?.me}`), [], 'limit-role');
    throw new Error(all);
  });
  await expect(trying).rejects.toThrow(all);
  await database.close();
});

test('the key for files is made as the page on storage says, and accepted', async () => {
  const file = path.join(folder, 'blob-key');
  const [make = '', name] = blockOf('docs/storage.md', 'openssl rand')
    .replaceAll('/run/secrets/blob-key', file)
    .split('\n');
  expect(name).toBe(`SELLO_BLOB_KEY_FILE=${file}`);
  await promisify(execFile)('sh', ['-c', make]);
  const { status, out } = await runInside(['status', '--json'], { ...env(), SELLO_BLOB_KEY_FILE: file });
  expect([status, JSON.parse(out)]).toMatchObject([0, { filesEncrypted: true }]);
});

test('every way of checking finds nothing wrong', async () => {
  // Beside a running server each check pauses most of the time.
  await sello.stop();
  const printed = await runAll(linesOf('npx sello fsck                 # everything'));
  expect(printed).toHaveLength(5);
  for (const text of printed) expect(text).toMatch(/No problems found|"holds": ?true/);
});
