import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../../server/src/kernel/errors.ts';
import { stampCheckpoint } from '../../../server/src/timestamps/checkpoints/stamp-checkpoint.ts';
import { runSello } from '../../harness/child-sello.ts';
import { forFile } from '../../harness/for-file.ts';
import { ACTS_ON, runInside } from '../../harness/inside-sello.ts';
import { openTestSello } from '../../harness/test-sello.ts';

let scratch: string;
const sello = forFile(openTestSello);
beforeAll(async () => {
  scratch = await mkdtemp(path.join(tmpdir(), 'sello-status-'));
});
afterAll(async () => {
  await rm(scratch, { recursive: true, force: true });
});

const env = (more: Record<string, string> = {}) => ({
  SELLO_DATA_DIR: sello.dataDir,
  DATABASE_URL: sello.database.url,
  ...more,
});

async function status(more: Record<string, string> = {}) {
  const { status: code, out, error } = await runInside(['status', '--json'], env(more));
  expect([code, error]).toEqual([0, expect.stringMatching(ACTS_ON)]);
  return JSON.parse(out);
}

/** Everything that a command could have changed. */
const everything = async () => [
  (await readdir(sello.dataDir, { recursive: true })).sort(),
  ...(await Promise.all(
    ['migrations', 'operator_notes', 'url_keys', 'log_state', 'chain_problems'].map((table) =>
      sello.database.query(`select xmin::text, * from ${table} order by ${table}::text`, [], table),
    ),
  )),
];

test('shows the state of everything and changes nothing', async () => {
  const { key } = await sello.newAccount();
  await sello.certify(key, 'x');
  const before = await everything();
  const told = await status();
  expect(told).toMatchObject({
    version: '0.1.0',
    database: {
      isEmbedded: false,
      isSuperuser: false,
      pendingMigrations: [],
      processes: 1,
      log: { size: 0, waiting: 1, signsWith: ['ed25519', 'ml-dsa-44'] },
      problems: [],
    },
    providers: [],
    keys: { wrapped: 4, bare: 0, unreadable: 0, master: 'data folder' },
    mail: false,
    unnamedProxies: [],
    disk: { freeBytes: expect.any(Number) },
  });
  expect(told.database.sizeBytes).toBeGreaterThan(1e6);
  expect(told.attention.join('\n')).toMatch(
    /wait for a place[\s\S]*No mail[\s\S]*no legal value[\s\S]*No backup is known/,
  );
  expect(await everything()).toEqual(before);
});

test('says that the log could not be stamped, with the reason and the time of the next attempt', async () => {
  const { key } = await sello.newAccount();
  await sello.certify(key, 'y');
  await sello.sequence();
  const failing = {
    ...sello.ports,
    timestamps: {
      live: {
        stamp: async () => {
          throw new AppError('psc_unavailable', {
            en: 'No provider answers.',
            es: 'Ningún prestador responde.',
          });
        },
      },
    },
  };
  expect(await stampCheckpoint(failing as never, 86_400_000)).toBe(false);
  const told = await status();
  expect(told.database.stamps.waiting).toMatchObject({
    tries: 1,
    failure: { code: 'psc_unavailable', message: 'No provider answers.' },
  });
  expect(told.attention.join('\n')).toMatch(
    /The log could not be stamped, 1 try \(psc_unavailable: No provider answers\.\)\. It was never stamped; the next try is at /,
  );
  const { text } = await sello.call('GET', '/metrics');
  expect(text).toMatch(/^sello_checkpoint_stamp_failures\{code="psc_unavailable"\} 1$/m);
  expect(text).toMatch(/^sello_checkpoint_stamp_timestamp_seconds 0$/m);
  sello.advance(61_000);
  expect(await stampCheckpoint(sello.ports, 86_400_000)).toBe(true);
  const after = await status();
  expect(after.database.stamps).toMatchObject({ newest: { treeSize: expect.any(Number) } });
  expect(after.attention.join('\n')).not.toContain('could not be stamped');
  const metrics = (await sello.call('GET', '/metrics')).text;
  expect(metrics).toMatch(/^sello_checkpoint_stamp_failures\{code="none"\} 0$/m);
  expect(metrics).toMatch(/^sello_checkpoint_stamp_size [1-9]/m);
});

test('says so as text too', async () => {
  const { out, status: code } = await runSello(['status'], env());
  expect(code).toBe(0);
  expect(out).toMatch(/^Sello +0\.1\.0 at http/);
  expect(out).toMatch(/^Keys +4 wrapped, 0 not; master key: data folder$/m);
  expect(out).toMatch(/^! {2}No mail is configured/m);
});

test('does not create a missing database', async () => {
  const folder = path.join(scratch, 'nothing');
  const { out, status: code } = await runInside(['status'], { SELLO_DATA_DIR: folder });
  expect([code, out]).toEqual([0, expect.stringContaining('There is no database yet')]);
  expect(await readdir(scratch)).toEqual([]);
});

test('shows the last backup', async () => {
  expect((await runInside(['backup', '--encrypt', path.join(scratch, 'b')], env())).status).toBe(0);
  const { lastBackup, attention } = await status();
  expect(lastBackup).toEqual({ at: expect.any(String), folder: path.join(scratch, 'b'), isEncrypted: true });
  expect(attention.join()).not.toContain('backup');
});

test('an unnamed proxy is reported once, and no longer when it is named', async () => {
  const ask = (headers: Record<string, string>, remoteAddress: string) =>
    sello.app.inject({ method: 'GET', url: '/healthz', headers, remoteAddress });
  for (let i = 0; i < 5; i += 1) {
    await ask({}, '10.1.2.3');
    await ask({ 'x-forwarded-for': '203.0.113.9' }, '10.1.2.3');
    await ask({ forwarded: 'for=203.0.113.9' }, '198.51.100.7');
  }
  await sello.ports.aside.settled();
  const lines = sello.logLines.filter((line) => line.includes('proxy.unnamed'));
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { peer: '10.1.2.3', header: 'X-Forwarded-For', mend: expect.stringContaining('SELLO_TRUSTED_PROXIES') },
    { peer: '198.51.100.7', header: 'Forwarded' },
  ]);
  expect((await status()).unnamedProxies).toMatchObject([
    { peer: '198.51.100.7', isNear: false },
    { peer: '10.1.2.3', isNear: true },
  ]);
  expect((await status()).attention.join()).toContain('10.1.2.3 sent X-Forwarded-For');
  const named = await status({ SELLO_TRUSTED_PROXIES: '10.0.0.0/8,198.51.100.7' });
  expect(named.unnamedProxies).toEqual([]);
  const other = await sello.another({ SELLO_TRUSTED_PROXIES: '10.0.0.0/8' });
  await other.app.inject({
    method: 'GET',
    url: '/healthz',
    headers: { 'x-forwarded-for': '203.0.113.9' },
    remoteAddress: '10.1.2.3',
  });
  expect(other.logLines.join('')).not.toContain('proxy.unnamed');
});
