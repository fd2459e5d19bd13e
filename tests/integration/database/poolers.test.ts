import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { assertOwnSessions } from '../../../server/src/database/own-sessions.ts';
import { OperatorError } from '../../../server/src/kernel/operator-error.ts';
import { runSello, startChildSello } from '../../harness/child-sello.ts';
import { type FaultProxy, openFaultProxy, throughProxy } from '../../harness/fault-proxy.ts';
import { fileForm } from '../../harness/multipart.ts';
import { openPgbouncer, type Pgbouncer } from '../../harness/pgbouncer.ts';
import { prepareCaller } from '../../harness/storm-place.ts';
import { createTestDatabase, type TestDatabase } from '../../harness/test-database.ts';
import { API } from '../../harness/test-sello.ts';

let database: TestDatabase;
let road: FaultProxy;
let pooler: Pgbouncer | undefined;
let dataDir: string;
beforeAll(async () => {
  const { host, port } = inject('postgres');
  database = await createTestDatabase();
  road = await openFaultProxy(() => ({ path: `${host}/.s.PGSQL.${port}` }));
  dataDir = await mkdtemp(path.join(tmpdir(), 'sello-pooler-'));
});
afterEach(async () => {
  await pooler?.close();
  pooler = undefined;
});
afterAll(async () => {
  await road?.close();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function environment(
  ...pooling: Parameters<typeof openPgbouncer> extends [number, ...infer Rest] ? Rest : never
) {
  pooler = await openPgbouncer(road.port, ...pooling);
  return { SELLO_DATA_DIR: dataDir, DATABASE_URL: throughProxy(database.url, pooler.port) };
}

test('behind pgbouncer in session mode a server starts, certifies, lists, and has its duties', async () => {
  const env = await environment('session');
  const { key } = await prepareCaller(env, 10, {});
  const child = await startChildSello(env);
  try {
    const form = fileForm('through a pooler');
    const headers = { authorization: `Bearer ${key}` };
    const made = await fetch(`${child.baseUrl}${API}/certificates`, {
      method: 'POST',
      body: form.payload,
      headers: { ...headers, ...form.headers },
    });
    expect(made.status).toBe(201);
    // The process with those duties sequences and anchors it.
    const statuses = async () => {
      const answer = await fetch(`${child.baseUrl}${API}/certificates`, { headers });
      const { certificates } = (await answer.json()) as { certificates: { status: string }[] };
      return certificates.map(({ status }) => status);
    };
    await expect.poll(statuses).toEqual(['certified']);
    const metrics = await (await fetch(`${child.baseUrl}/metrics`)).text();
    expect(metrics).toMatch(/^sello_duties\{duty="sequence"\} 1$/m);
    const ready = await fetch(`${child.baseUrl}/readyz`);
    const told = await ready.json();
    expect([ready.status, told]).toMatchObject([200, { status: 'ok' }]);
    expect(told).not.toHaveProperty('problems');
  } finally {
    await child.kill('SIGTERM');
  }
});

test('behind pgbouncer in transaction mode a server does not start, and says which mode it needs', async () => {
  const { status, error } = await runSello(['serve'], await environment('transaction'));
  expect(status).not.toBe(0);
  expect(error).toContain('pool_mode = session');
});

test('if pgbouncer refuses the session options, the message names the line that fixes it', async () => {
  const { DATABASE_URL } = await environment('session', []);
  const refused = await assertOwnSessions({ url: DATABASE_URL }).catch((error) => error);
  expect(refused).toBeInstanceOf(OperatorError);
  expect(refused.message).toContain('ignore_startup_parameters = options');
});
