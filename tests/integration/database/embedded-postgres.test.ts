/** The real embedded PostgreSQL: its processes, its files, and its state after a kill. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  watch,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../../../server/src/database/embedded/launcher.ts';
import { OperatorError } from '../../../server/src/kernel/operator-error.ts';

const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
/** Without fsync, for tests that only look at processes. */
const QUICK = { settings: { fsync: 'off' } };
const STARTER = fileURLToPath(new URL('embedded-postgres-starter.ts', import.meta.url));

let base: string;
let folder: string;
let logged: string[];
let servers: EmbeddedPostgres[];
let children: ChildProcess[];

/** A folder with an initialized cluster, so that not every test has to create one. */
let template: string;

beforeAll(async () => {
  template = await mkdtemp(path.join(tmpdir(), 'sello-pg-'));
  const server = await startEmbeddedPostgres(path.join(template, 'postgres'), () => undefined, QUICK);
  await server.stop();
});

afterAll(() => rm(template, { recursive: true }));

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'sello-pg-'));
  folder = path.join(base, 'data', 'postgres');
  logged = [];
  servers = [];
  children = [];
});

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const server of servers) await server.stop();
  await rm(base, { recursive: true, force: true });
});

test('a fresh folder becomes a private, durable cluster with the service’s role and database', async () => {
  const server = await start({});
  expect(server.startedHere).toBe(true);
  expect(await query(server, 'select current_user as role, current_database() as name')).toEqual([
    { role: 'sello', name: 'sello' },
  ]);
  expect(modeOf(await lstat(folder))).toBe(0o700);
  expect(modeOf(await lstat(clusterOf(folder)))).toBe(0o700);
  expect(modeOf(await lstat(path.join(folder, 'server.log')))).toBe(0o600);

  const expected = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', server_encoding: 'UTF8' };
  for (const [name, value] of Object.entries({ ...expected, listen_addresses: '' })) {
    expect(await query(server, `select current_setting('${name}') as value`)).toEqual([{ value }]);
  }
  expect(await query(server, "select 'ÑANDÚ' ilike 'ñandú' as same")).toEqual([{ same: true }]);
});

test('the service’s role can neither read server files nor run programs, and the server gets none of our secrets', async () => {
  await makeFolder();
  process.env.SELLO_TEST_SECRET = 'do not pass on';
  const server = await start();
  delete process.env.SELLO_TEST_SECRET;
  const environment = await readFile(`/proc/${await postmasterPid(folder)}/environ`, 'utf8');
  expect(environment).not.toContain('SELLO_TEST_SECRET');
  await expect(query(server, "select pg_read_file('PG_VERSION')")).rejects.toThrow('permission denied');
  await expect(query(server, "copy (select 1) to program 'cat'")).rejects.toThrow('permission denied');
});

test('a caller may override a setting', async () => {
  await makeFolder();
  const server = await start({ settings: { fsync: 'off', work_mem: '8MB' } });
  expect(
    await query(server, "select current_setting('fsync') as fsync, current_setting('work_mem') as mem"),
  ).toEqual([{ fsync: 'off', mem: '8MB' }]);
});

test('a second start finds the data of the first', async () => {
  const first = await start({});
  await query(first, 'create table kept as select 42 as answer');
  await first.stop();
  const second = await start({});
  expect(second.startedHere).toBe(true);
  expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
});

test('stop leaves no process behind and may be called twice', async () => {
  await makeFolder();
  const server = await start();
  const pid = await postmasterPid(folder);
  await Promise.all([server.stop(), server.stop()]);
  expect(await isRunning(pid)).toBe(false);
  await expect(query(server, 'select 1')).rejects.toThrow();
});

test('P01 a kill -9 of our process leaves the server running, and the next start adopts it', async () => {
  await makeFolder();
  const child = startElsewhere(folder);
  expect(await firstLine(child)).toEqual({ startedHere: true });
  const pid = await postmasterPid(folder);
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await isRunning(pid)).toBe(true);

  const server = await start();
  expect(server.startedHere).toBe(false);
  expect(await postmasterPid(folder)).toBe(pid);
  await query(server, 'select 1');
  await server.stop();
  expect(await isRunning(pid)).toBe(false);
});

test('P01 a kill -9 of the server loses no committed row', async () => {
  await makeFolder();
  const ended = Promise.withResolvers<string>();
  const server = await start({ onExit: ended.resolve });
  await query(server, 'create table kept as select generate_series(1, 1000) as n');
  process.kill(await postmasterPid(folder), 'SIGKILL');
  expect(await ended.promise).toBe('SIGKILL');

  const recovered = await start({});
  expect(recovered.startedHere).toBe(true);
  expect(await query(recovered, 'select count(*)::int as rows from kept')).toEqual([{ rows: 1000 }]);
});

test('a process that adopted the server is also notified when it ends', async () => {
  await makeFolder();
  await start();
  const ended = Promise.withResolvers<string>();
  const adopter = await start({ onExit: ended.resolve, ...QUICK });
  expect(adopter.startedHere).toBe(false);
  process.kill(await postmasterPid(folder), 'SIGKILL');
  expect(await ended.promise).toBe('gone');
});

test('a clean stop is not reported as an unexpected end', async () => {
  await makeFolder();
  const ends: string[] = [];
  const server = await start({ onExit: (how) => ends.push(how), ...QUICK });
  await server.stop();
  expect(ends).toEqual([]);
});

test('P02 a kill -9 while the cluster is created leaves nothing that is used later', async () => {
  await mkdir(folder, { recursive: true });
  const changes = watch(folder);
  const child = startElsewhere(folder);
  for await (const { filename } of changes) if (filename?.includes('.draft-')) break;
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await readdir(folder)).not.toContain('cluster');

  const server = await start();
  expect(await query(server, 'select current_user as role')).toEqual([{ role: 'sello' }]);
});

test('two processes that start at once share one server', async () => {
  const pair = [startElsewhere(folder), startElsewhere(folder)];
  const answers = await Promise.all(pair.map(firstLine));
  expect(answers.map((answer) => answer.startedHere).sort()).toEqual([false, true]);
  const server = await start();
  expect(server.startedHere).toBe(false);
  expect((await readdir(folder)).sort()).toEqual(['cluster', 'server.log']);
});

test('a folder whose path is too long for a socket address works too', async () => {
  folder = path.join(base, 'ñ'.repeat(60), 'x'.repeat(60), 'postgres');
  await makeFolder();
  const server = await start();
  expect(Buffer.byteLength(server.connection.host)).toBeLessThan(90);
  await query(server, 'create table kept as select 1 as n');
  const second = await start();
  expect(second.startedHere).toBe(false);
  await second.stop();
  await expect(lstat(second.connection.host)).rejects.toThrow('ENOENT');
});

test('after a crash, a process id reused by another process does not prevent a start', async () => {
  await makeFolder();
  const ended = Promise.withResolvers<string>();
  await start({ onExit: ended.resolve, ...QUICK });
  const pid = await postmasterPid(folder);
  process.kill(pid, 'SIGKILL');
  await ended.promise;
  const stranger = spawn('sleep', ['600'], isRoot ? { uid: NOBODY, gid: NOBODY } : {});
  children.push(stranger);
  await once(stranger, 'spawn');
  for (const lock of ['postmaster.pid', '.s.PGSQL.5432.lock']) {
    const file = path.join(clusterOf(folder), lock);
    await writeFile(file, (await readFile(file, 'utf8')).replace(String(pid), String(stranger.pid)));
  }

  const again = await start();
  expect(again.startedHere).toBe(true);
  expect(await isRunning(stranger.pid!)).toBe(true);
  expect((await readdir(clusterOf(folder))).filter((name) => name.startsWith('postmaster.pid'))).toEqual([
    'postmaster.pid',
  ]);
});

test('a copy of a folder in use gets its own server', async () => {
  await makeFolder();
  const original = await start();
  await query(original, 'create table kept as select 1 as n');
  await query(original, 'checkpoint', 'postgres');
  const copy = path.join(base, 'copy');
  await cp(folder, copy, { recursive: true, filter: async (file) => !(await lstat(file)).isSocket() });

  const second = await start(QUICK, copy);
  expect(second.startedHere).toBe(true);
  await query(second, 'drop table kept');
  expect(await query(original, 'select n from kept')).toEqual([{ n: 1 }]);
});

test('a setting that the server refuses fails at once and quotes the log', async () => {
  await makeFolder();
  const refusal = await start({ settings: { shared_buffers: 'plenty' } }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(OperatorError);
  expect((refusal as OperatorError).message).toMatch(/did not start[\s\S]*DATABASE_URL[\s\S]*shared_buffers/);
});

test('started by root, the server runs as `nobody`, even in a folder that `nobody` cannot reach, and sees nothing outside it', async () => {
  await mkdir(folder, { recursive: true });
  await chmod(base, 0o700);
  await writeFile(path.join(base, 'data', 'secret'), 'secret', { mode: 0o644 });
  const server = await start();
  const pid = await postmasterPid(folder);
  const owner = isRoot ? NOBODY : process.getuid!();
  expect(await uidOf(pid)).toBe(owner);
  expect((await lstat(clusterOf(folder))).uid).toBe(owner);
  expect((await lstat(path.join(clusterOf(folder), 'base'))).uid).toBe(owner);

  const peek = query(server, "select pg_read_file('../../secret') as text", 'postgres');
  if (isRoot) await expect(peek).rejects.toThrow('Permission denied');
  else expect(await peek).toEqual([{ text: 'secret' }]);
});

test('a cluster owned by root after a restore is given back to the server', async () => {
  await makeFolder();
  const server = await start();
  await query(server, 'create table kept as select 1 as n');
  await server.stop();
  if (isRoot) await giveToRoot(clusterOf(folder));
  const restored = await start();
  expect(await query(restored, 'select n from kept')).toEqual([{ n: 1 }]);
});

/** Copies the template to the test's folder, including ownership. */
async function makeFolder(): Promise<void> {
  await mkdir(path.dirname(folder), { recursive: true });
  await promisify(execFile)('cp', ['-a', path.join(template, 'postgres'), folder]);
}

async function start(options: EmbeddedPostgresOptions = QUICK, where = folder): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(where, (line) => logged.push(line), options);
  servers.push(server);
  return server;
}

function startElsewhere(where: string): ChildProcess {
  const child = spawn(process.execPath, [STARTER, where], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}

async function firstLine(child: ChildProcess): Promise<{ startedHere: boolean }> {
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return JSON.parse(line);
}

async function query(server: EmbeddedPostgres, sql: string, user = 'sello'): Promise<unknown[]> {
  const client = new pg.Client({ ...server.connection, user });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function clusterOf(home: string): string {
  return path.join(home, 'cluster');
}

async function postmasterPid(home: string): Promise<number> {
  return Number.parseInt(await readFile(path.join(clusterOf(home), 'postmaster.pid'), 'utf8'), 10);
}

async function giveToRoot(full: string): Promise<void> {
  for (const entry of await readdir(full, { recursive: true, withFileTypes: true })) {
    await chown(path.join(entry.parentPath, entry.name), 0, 0);
  }
  await chown(full, 0, 0);
}

/** A zombie process has an empty command line. */
async function isRunning(pid: number): Promise<boolean> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')) !== '';
}

async function uidOf(pid: number): Promise<number> {
  return (await lstat(`/proc/${pid}`)).uid;
}

function modeOf(stats: { mode: number }): number {
  return stats.mode & 0o777;
}
