/** A commit that no standby confirms is not acknowledged, and does not keep other callers from reading. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SUPERUSER } from '../../server/src/database/embedded/cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/database/embedded/launcher.ts';
import { type ChildSello, startChildSello } from '../harness/child-sello.ts';
import { fileForm } from '../harness/multipart.ts';
import { prepareCaller } from '../harness/storm-place.ts';
import { API } from '../harness/test-sello.ts';
import { CHAOS_TIMEOUT_MS, FIGURES, SLACK_MS } from './figures.ts';

const TOLD_WITHIN_MS = 2_000 + SLACK_MS;
const CONNECTIONS = 8;
const MAY_HAVE_BEEN_MADE =
  /may have been made.*same Idempotency-Key|pudo haberse hecho.*misma Idempotency-Key/;
const NOTHING_CHANGED = /Nothing was changed/;

let folder: string;
let postgres: EmbeddedPostgres;
let operator: pg.Client;
let child: ChildSello;
let key: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sello-standby-'));
  postgres = await startEmbeddedPostgres(path.join(folder, 'postgres'), () => {});
  const { host, port, user, database } = postgres.connection;
  operator = new pg.Client({ host, port, user: SUPERUSER, database, ssl: false });
  await operator.connect();
  const env = {
    SELLO_DATA_DIR: path.join(folder, 'data'),
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    SELLO_DATABASE_CONNECTIONS: String(CONNECTIONS),
  };
  ({ key } = await prepareCaller(env, 1_000, {}));
  child = await startChildSello(env);
});
afterEach(() => nameStandby(''));
afterAll(async () => {
  await child?.kill('SIGTERM');
  await operator?.end();
  await postgres?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** From now on commits wait for a standby of this name; if it is empty, they wait for none. */
async function nameStandby(name: string): Promise<void> {
  await operator.query(`alter system set synchronous_standby_names = '${name}'`);
  await operator.query('select pg_reload_conf()');
  const isSet = async () =>
    (await operator.query('show synchronous_standby_names')).rows[0].synchronous_standby_names;
  await expect.poll(isSet).toBe(name);
}

const headers = () => ({ authorization: `Bearer ${key}` });

async function post(name: string) {
  const form = fileForm(name);
  const began = performance.now();
  const answer = await fetch(`${child.baseUrl}${API}/certificates`, {
    method: 'POST',
    body: form.payload,
    headers: {
      ...headers(),
      ...form.headers,
      'idempotency-key': name.replaceAll(' ', '-'),
      'accept-language': 'en',
    },
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  const body = (await answer.json()) as any;
  return {
    status: answer.status,
    body,
    isReplay: answer.headers.get('idempotent-replayed') === 'true',
    tookMs: performance.now() - began,
  };
}

async function get(address: string) {
  const began = performance.now();
  const answer = await fetch(`${child.baseUrl}${address}`, { headers: headers() });
  await answer.arrayBuffer();
  return { status: answer.status, tookMs: performance.now() - began };
}

async function sessions(): Promise<number> {
  const { rows } = await operator.query(
    `select count(*)::integer as sessions from pg_stat_activity where usename = 'sello' and backend_type = 'client backend'`,
  );
  return rows[0].sessions;
}

const waitingForStandby = async (): Promise<number[]> =>
  (
    await operator.query(
      `select pid from pg_stat_activity where wait_event = 'SyncRep' and usename = 'sello'`,
    )
  ).rows.map(({ pid }) => pid);

test('P81 while the standby is gone, writes get 503 within 2 s, reads and health checks continue, and sessions do not pile up', {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  expect((await post('with a standby')).status).toBe(201);
  await nameStandby('gone');
  const began = performance.now();
  const names: string[] = [];
  const words: string[] = [];
  for (let wave = 0; performance.now() - began < FIGURES.standbyGone.ms || wave < 4; wave += 1) {
    const wanted = Array.from({ length: 12 }, (_, one) => `wave ${wave} ${one}`);
    names.push(...wanted);
    const [writes, list, ready] = await Promise.all([
      Promise.all(wanted.map(post)),
      get(`${API}/certificates`),
      get('/readyz'),
    ]);
    expect(new Set(writes.map(({ status }) => status))).toEqual(new Set([503]));
    expect(Math.max(...writes.map(({ tookMs }) => tookMs))).toBeLessThan(TOLD_WITHIN_MS);
    expect([list.status, ready.status]).toEqual([200, 200]);
    expect(Math.max(list.tookMs, ready.tookMs)).toBeLessThan(TOLD_WITHIN_MS);
    words.push(...writes.map(({ body }) => body.message));
    // The connections of the pool, the presence connection and four probes: of each of two kinds, one under way and one
    // that is just ending.
    expect(await sessions()).toBeLessThanOrEqual(CONNECTIONS + 1 + 4);
  }
  expect(words.filter((one) => MAY_HAVE_BEEN_MADE.test(one)).length).toBeGreaterThan(0);
  expect(words.filter((one) => !MAY_HAVE_BEEN_MADE.test(one) && !NOTHING_CHANGED.test(one))).toEqual([]);

  await nameStandby('');
  // How many certificates there are depends on the machine: requests of the first waves may have made some, later ones
  // found no free connection.
  for (const name of [...names.slice(0, FIGURES.standbyGone.repeated), ...names.slice(-12)]) {
    await expect.poll(async () => (await post(name)).status, { timeout: 20_000 }).toBe(201);
  }
  const { rows } = await operator.query(
    'select count(*) - count(distinct sha256) as doubles from certificates',
  );
  expect(Number(rows[0].doubles)).toBe(0);
});

test('P81 a commit whose wait for the standby was cancelled is never acknowledged, nor is its replay until a standby has it', {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  await nameStandby('gone');
  const first = post('cancelled');
  await expect.poll(waitingForStandby).not.toEqual([]);
  for (const pid of await waitingForStandby()) await operator.query('select pg_cancel_backend($1)', [pid]);
  const { status, body } = await first;
  expect([status, body.error]).toEqual([503, 'storage_unavailable']);
  expect(body.message).toMatch(MAY_HAVE_BEEN_MADE);
  // By now everybody can read the certificate on this server.
  const replay = await post('cancelled');
  expect([replay.status, replay.body.error]).toEqual([503, 'storage_unavailable']);
  await nameStandby('');
  await expect.poll(async () => (await post('cancelled')).isReplay).toBe(true);
});

test('P81 a process that restarts while the standby is gone leaves no sessions behind that wait for its own lock', {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  await nameStandby('gone');
  // With this connection the process loses its lock, so it takes its duties again. That is a write, which waits for the
  // standby.
  await operator.query(
    `select pg_terminate_backend(pid) from pg_locks
      where locktype = 'advisory' and classid = 7355 and objsubid = 2 and granted and pid <> pg_backend_pid()`,
  );
  const waiting = async () =>
    (
      await operator.query(
        `select count(*)::integer as waiting from pg_stat_activity where wait_event = 'advisory' and usename = 'sello'`,
      )
    ).rows[0].waiting;
  const began = performance.now();
  let most = 0;
  // The process gives up a statement after 5 s, so it tries several times in these 18 s.
  while (performance.now() - began < 18_000) most = Math.max(most, await waiting());
  // One statement that waits, and one whose wait is just ending.
  expect(most).toBeLessThanOrEqual(2);
  await nameStandby('');
  await expect.poll(async () => (await post('afterwards')).status, { timeout: 60_000 }).toBe(201);
});
