/**
 * Network faults on the way to the provider and to the chain: both ends are honest, but bytes are lost, late or
 * changed.
 */

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../harness/anchored-sello.ts';
import { type Fault, type FaultProxy, openFaultProxy, PASS, throughProxy } from '../harness/fault-proxy.ts';
import { type FaultyPsc, openFaultyPsc } from '../harness/faulty-psc.ts';
import { fileForm } from '../harness/multipart.ts';
import { type Stock, takeStock } from '../harness/take-stock.ts';
import { API, openTestSello, type TestAccount, type TestSello } from '../harness/test-sello.ts';

const DEADLINE_MS = 1_500;
/** Allows for other tests on the same machine. */
const SLACK_MS = 1_500;

describe('the connection to the provider', () => {
  let psc: FaultyPsc;
  let road: FaultProxy;
  let sello: TestSello;
  let caller: TestAccount;
  let before: Stock;
  beforeAll(async () => {
    psc = await openFaultyPsc();
    const url = psc.env.SELLO_PSC_URL ?? '';
    road = await openFaultProxy(() => ({ host: '127.0.0.1', port: Number(new URL(url).port) }));
    sello = await openTestSello({
      ...psc.env,
      SELLO_PSC_URL: throughProxy(url, road.port),
      SELLO_PSC_TIMEOUT_MS: String(DEADLINE_MS),
    });
  });
  beforeEach(async () => {
    caller = await sello.newAccount({ certificates: 5 });
    before = await takeStock(sello, caller);
  });
  afterEach(() => road.behave(PASS));
  afterAll(async () => {
    await sello.close();
    await road.close();
    await psc.close();
  });

  const post = async (name: string) => {
    const form = fileForm(name);
    const began = performance.now();
    const answer = await sello.call('POST', `${API}/certificates`, {
      key: caller.key,
      payload: form.payload,
      headers: { ...form.headers, 'idempotency-key': name.replaceAll(' ', '-') },
    });
    return { ...answer, tookMs: performance.now() - began };
  };

  const FAULTS: [Fault, string][] = [
    [{ kind: 'refuse' }, 'psc_unavailable'],
    [{ kind: 'reset' }, 'psc_error'],
    [{ kind: 'cut', afterBytes: 400 }, 'psc_error'],
    [{ kind: 'garbage' }, 'psc_error'],
    [{ kind: 'drip', everyMs: 1_000 }, 'psc_timeout'],
    [{ kind: 'black hole' }, 'psc_timeout'],
    [{ kind: 'half-open' }, 'psc_timeout'],
    [{ kind: 'delay', ms: 2 * DEADLINE_MS }, 'psc_timeout'],
  ];
  test.for(FAULTS)(
    'P07 %o: 502 within the deadline, nothing used up, certified once the fault is over',
    async ([fault, code]) => {
      await road.behave(fault);
      road.resetAll();
      const refused = await post(fault.kind);
      expect([refused.status, refused.body.error]).toEqual([502, code]);
      expect(refused.tookMs).toBeLessThan(DEADLINE_MS + SLACK_MS);
      expect(await takeStock(sello, caller)).toEqual(before);
      await road.behave(PASS);
      road.resetAll();
      expect((await post(fault.kind)).status).toBe(201);
      expect(await takeStock(sello, caller)).toMatchObject({ certificates: 1, certificatesLeft: 4 });
    },
  );

  test('P07 a slow connection does no harm', async () => {
    await road.behave({ kind: 'delay', ms: 200 });
    expect((await post('slow')).status).toBe(201);
  });

  test('P08 packets are swallowed: after five failures in a row callers are refused at once, until a probe succeeds', async () => {
    await road.behave({ kind: 'black hole' });
    const five = await Promise.all([1, 2, 3, 4, 5].map((number) => post(`lost ${number}`)));
    expect(five.map(({ status }) => status)).toEqual([502, 502, 502, 502, 502]);
    // Only the fastest of these counts, because other work may delay one.
    const refused = [await post('at once 1'), await post('at once 2'), await post('at once 3')];
    for (const { status, body, headers } of refused) {
      expect([status, body.error]).toEqual([502, 'psc_unavailable']);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect(Math.min(...refused.map(({ tookMs }) => tookMs))).toBeLessThan(250);
    expect((await sello.call('GET', `${API}/certificates`, { key: caller.key })).status).toBe(200);
    await road.behave(PASS);
    road.resetAll();
    expect((await post('still open')).status).toBe(502);
    sello.advance(30_000);
    expect((await post('probe')).status).toBe(201);
    expect((await post('closed')).status).toBe(201);
  });
});

describe('the connection to the chain', () => {
  let world: AnchoredSello;
  let road: FaultProxy;
  beforeAll(async () => {
    world = await openAnchoredSello();
    road = await openFaultProxy(() => ({ host: '127.0.0.1', port: Number(new URL(world.chain.url).port) }));
  });
  afterEach(() => road.behave(PASS));
  afterAll(async () => {
    await world.close();
    await road.close();
  });

  const connectThroughRoad = () =>
    world.connect({ rpcUrl: throughProxy(world.chain.url, road.port), timeoutMs: 1_000 });

  const FAULTS: Fault[] = [
    { kind: 'refuse' },
    { kind: 'reset' },
    { kind: 'garbage' },
    { kind: 'cut', afterBytes: 300 },
    { kind: 'cut', afterBytes: 2_000 },
    { kind: 'black hole' },
    { kind: 'half-open' },
  ];
  test.for(FAULTS)(
    'P11 P13 %o while a batch is anchored: it is certified once the fault is over, and paid for once',
    async (fault) => {
      const id = await world.certify();
      const transactions = (await world.rootsOnChain()).length;
      const driver = connectThroughRoad();
      await road.behave(fault);
      await expect(world.sello.anchorWith(driver)).rejects.toThrow();
      await world.chain.mine();
      await road.behave(PASS);
      await expectCertifiedOnce(id, transactions, driver);
    },
  );

  test.for(['before', 'after'] as const)(
    'P13 a transaction whose broadcast is lost, %s it took effect, is on the chain once',
    async (when) => {
      const id = await world.certify();
      const transactions = (await world.rootsOnChain()).length;
      const driver = connectThroughRoad();
      road.breakOnce('eth_sendRawTransaction', when);
      await world.sello.anchorWith(driver).catch(() => {});
      await expectCertifiedOnce(id, transactions, driver);
    },
  );

  async function expectCertifiedOnce(
    id: string,
    transactions: number,
    driver: ReturnType<AnchoredSello['connect']>,
  ): Promise<void> {
    const status = async () => (await world.record(id)).status;
    for (let round = 0; round < 8 && (await status()) !== 'certified'; round += 1) {
      await world.sello.anchorWith(driver);
      await world.chain.mine();
    }
    expect(await status()).toBe('certified');
    expect((await world.rootsOnChain()).length).toBe(transactions + 1);
  }
});
