import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/src/database/embedded/launcher.ts';
import { type ChildSello, startChildSello } from '../harness/child-sello.ts';
import { type Fault, type FaultProxy, openFaultProxy, PASS, throughProxy } from '../harness/fault-proxy.ts';
import { type FaultyPsc, openFaultyPsc } from '../harness/faulty-psc.ts';
import { fileForm } from '../harness/multipart.ts';
import { prepareCaller } from '../harness/storm-place.ts';
import { type Stock, takeStock } from '../harness/take-stock.ts';
import { API, openTestSello, type TestAccount, type TestSello } from '../harness/test-sello.ts';
import { CHAOS_TIMEOUT_MS } from './figures.ts';

/** Promised are 2 s to fail and 5 s to recover; a second is added for other tests on the same machine. */
const TOLD_WITHIN_MS = 2_000 + 1_000;
const HEALTHY_WITHIN_MS = 5_000 + 1_000;

const FAULTS: Fault[] = [
  { kind: 'refuse' },
  { kind: 'reset' },
  { kind: 'garbage' },
  { kind: 'black hole' },
  { kind: 'half-open' },
];

const NOTHING_CHANGED = /Nothing was changed/;
const MAY_HAVE_BEEN_MADE = /may have been made.*same Idempotency-Key/;

/** Faults in which requests arrive and only the answers are lost. */
const ARRIVES = new Set<Fault['kind']>(['garbage', 'half-open']);

describe('P04 the database is down', () => {
  let road: FaultProxy;
  let psc: FaultyPsc;
  let sello: TestSello;
  let caller: TestAccount;
  let before: Stock;
  beforeAll(async () => {
    const postgres = inject('postgres');
    road = await openFaultProxy(() => ({ path: `${postgres.host}/.s.PGSQL.${postgres.port}` }));
    psc = await openFaultyPsc();
    sello = await openTestSello(psc.env, ({ url }) => throughProxy(url, road.port));
  });
  beforeEach(async () => {
    caller = await sello.newAccount({ certificates: 5 });
    before = await takeStock(sello, caller);
  });
  afterEach(async () => {
    await road.behave(PASS);
    await expect.poll(async () => (await sello.call('GET', '/readyz')).status, { timeout: 10_000 }).toBe(200);
  });
  afterAll(async () => {
    await sello.close();
    await psc.close();
    await road.close();
  });

  const post = (name: string) => {
    const form = fileForm(name);
    return sello.call('POST', `${API}/certificates`, {
      key: caller.key,
      payload: form.payload,
      headers: {
        ...form.headers,
        'idempotency-key': name.replaceAll(' ', '-'),
        'accept-language': 'en',
      },
    });
  };

  /**
   * `calls`: how many calls stay counted, because the answer that counted them was lost and they cannot be given back.
   */
  async function expectHealthyWithoutRestart(name: string, calls = 0): Promise<void> {
    const repairedAt = performance.now();
    await expect
      .poll(async () => (await sello.call('GET', '/readyz')).status, { timeout: HEALTHY_WITHIN_MS })
      .toBe(200);
    await expect
      .poll(() => takeStock(sello, caller), { timeout: HEALTHY_WITHIN_MS })
      .toEqual({ ...before, minuteCalls: calls, monthCalls: calls });
    const again = await post(name);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, undefined]);
    expect(performance.now() - repairedAt).toBeLessThan(HEALTHY_WITHIN_MS);
    expect(await takeStock(sello, caller)).toMatchObject({
      certificatesLeft: 4,
      certificates: 1,
      reservations: 0,
    });
  }

  /** The row was written, but its writer never learned this: a retry must return that certificate. */
  async function expectFoundByRetry(name: string): Promise<void> {
    await expect
      .poll(async () => (await post(name)).headers['idempotent-replayed'], { timeout: HEALTHY_WITHIN_MS })
      .toBe('true');
    const spent = { certificatesLeft: 4, certificates: 1, reservations: 0, idempotencyKeys: 1, incoming: [] };
    await expect.poll(() => takeStock(sello, caller), { timeout: HEALTHY_WITHIN_MS }).toMatchObject(spent);
  }

  test.for(FAULTS)(
    'P04 $kind before the request: 503 in 2 s, nothing used up, healthy again in 5 s',
    async (fault) => {
      await road.behave(fault);
      const began = performance.now();
      const answers = await Promise.all([
        post(fault.kind),
        post('another'),
        sello.call('GET', `${API}/certificates`, { key: caller.key }),
      ]);
      const tookMs = performance.now() - began;
      const { status, body, headers } = answers[0];
      expect([status, body.error]).toEqual([503, 'storage_unavailable']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(body.message).toMatch(NOTHING_CHANGED);
      expect(tookMs).toBeLessThan(TOLD_WITHIN_MS);
      expect(answers.map((answer) => answer.status)).toEqual([503, 503, 503]);
      await road.behave(PASS);
      const { monthCalls } = await takeStock(sello, caller);
      expect(monthCalls).toBeLessThanOrEqual(ARRIVES.has(fault.kind) ? 3 : 0);
      await expectHealthyWithoutRestart(fault.kind, monthCalls);
    },
  );

  test.for(FAULTS)(
    'P04 $kind between the stamp and the row: 503 in 2 s, nothing used up, healthy again in 5 s',
    async (fault) => {
      const stamps = psc.calls;
      const release = psc.hold();
      const answer = post(fault.kind);
      await psc.arrived(stamps + 1);
      await road.behave(fault);
      const awayAt = performance.now();
      release();
      const { status, body } = await answer;
      expect([status, body.error]).toEqual([503, 'storage_unavailable']);
      expect(performance.now() - awayAt).toBeLessThan(TOLD_WITHIN_MS);
      // A request that finds every connection in use opens a new one. If that fails, no row was sent, so nothing has
      // changed. A row sent over an open connection may have arrived: nobody can know. The message must fit the case.
      const rowWasSent = MAY_HAVE_BEEN_MADE.test(body.message);
      if (!rowWasSent) expect(body.message).toMatch(NOTHING_CHANGED);
      if (fault.kind === 'refuse') expect(rowWasSent).toBe(false);
      await road.behave(PASS);
      if (rowWasSent && ARRIVES.has(fault.kind)) await expectFoundByRetry(fault.kind);
      else await expectHealthyWithoutRestart(fault.kind);
    },
  );
});

describe('P04 the database is stopped, and started again', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let child: ChildSello;
  const start = () => startEmbeddedPostgres(path.join(folder, 'postgres'), () => {});
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'sello-away-'));
    postgres = await start();
  });
  afterAll(async () => {
    await child?.kill('SIGTERM');
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('P04 callers get 503 within 2 s, and are certified 5 s after it is back', {
    timeout: CHAOS_TIMEOUT_MS,
  }, async () => {
    const { host, port, user, database } = postgres.connection;
    const env = {
      SELLO_DATA_DIR: path.join(folder, 'data'),
      DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    };
    const { key } = await prepareCaller(env, 5, {});
    child = await startChildSello(env);
    const form = fileForm('stopped');
    const headers = { authorization: `Bearer ${key}`, ...form.headers, 'idempotency-key': 'stopped' };
    const post = () =>
      fetch(`${child.baseUrl}${API}/certificates`, { method: 'POST', body: form.payload, headers });
    await postgres.stop();
    for (let i = 0; i < 3; i += 1) {
      const began = performance.now();
      const answer = await post();
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
        503,
        'storage_unavailable',
      ]);
      expect(performance.now() - began).toBeLessThan(TOLD_WITHIN_MS);
    }
    expect((await fetch(`${child.baseUrl}/healthz`)).status).toBe(200);
    postgres = await start();
    await expect.poll(async () => (await post()).status, { timeout: HEALTHY_WITHIN_MS }).toBe(201);
  });
});
