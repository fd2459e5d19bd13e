/** Every step of certifying fails twice: once without taking effect, once after it did. */

import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { anchorCheckpoints } from '../../server/src/anchoring/anchor-checkpoints.ts';
import { buildServer } from '../../server/src/api/server.ts';
import { storageUnavailable } from '../../server/src/files/storage-failure.ts';
import type { App } from '../../server/src/http/app.ts';
import { AppError } from '../../server/src/kernel/errors.ts';
import { sequenceLog } from '../../server/src/transparency/sequence-log.ts';
import type { Ports } from '../../server/src/wire.ts';
import { type AnchoredSello, openAnchoredSello } from '../harness/anchored-sello.ts';
import { type FaultProxy, openFaultProxy, throughProxy } from '../harness/fault-proxy.ts';
import { findHalves, NO_HALVES } from '../harness/find-halves.ts';
import { fileForm } from '../harness/multipart.ts';
import { type BreakPoint, Broken, breakOnce } from '../harness/scripted-chain.ts';
import { type Stock, takeStock } from '../harness/take-stock.ts';
import {
  API,
  BUMP_AFTER_MS,
  openTestSello,
  type TestAccount,
  type TestSello,
} from '../harness/test-sello.ts';
import { turnByHand } from '../harness/turn-by-hand.ts';

const WHEN: BreakPoint[] = ['before', 'after'];

/** `before`: the step fails before it takes effect. `after`: it takes effect, and then fails. */
type Fault = { when: BreakPoint; error: unknown; isSpent: boolean };

const DISK_FULL = storageUnavailable(Object.assign(new Error('no space'), { code: 'ENOSPC' }));
const PSC_FAILED = new AppError('psc_error', { en: 'It failed.', es: 'Falló.' });

/** Fails on the first call with this fault, and never again. */
async function failing<T>(fault: Fault, work: () => T | Promise<T>): Promise<T> {
  if (fault.isSpent) return work();
  fault.isSpent = true;
  if (fault.when === 'after') await work();
  throw fault.error;
}

type Step = { error: AppError; put(ports: Ports, fault: Fault): Ports };

/** Name of the statement that never reaches the database, or whose answer never comes back. */
type Statement = { statement: string };

const onBlob = (method: 'write' | 'sync' | 'keep'): Step => ({
  error: DISK_FULL,
  put: (ports, fault) => ({
    ...ports,
    blobs: {
      ...ports.blobs,
      receive(accountId) {
        const blob = ports.blobs.receive(accountId);
        const call = blob[method] as (...args: unknown[]) => Promise<void> | undefined;
        return { ...blob, [method]: (...args: unknown[]) => failing(fault, () => call(...args)) };
      },
    },
  }),
});

const onPsc: Step = {
  error: PSC_FAILED,
  put: (ports, fault) => {
    const { live, test: forTests } = ports.timestamps;
    const stamp: typeof live.stamp = (sha256, id) => failing(fault, () => live.stamp(sha256, id));
    return { ...ports, timestamps: { live: { ...live, stamp }, test: forTests } };
  },
};

const STEPS: Record<string, Step | Statement> = {
  'the call is counted': { statement: 'admit:' },
  'temp write': onBlob('write'),
  'reservation and claim': { statement: 'begin-certificate' },
  'PSC call': onPsc,
  fsync: onBlob('sync'),
  rename: onBlob('keep'),
  'row and stamp row': { statement: 'commit-certificates' },
};
const CLEAN_UPS: Record<string, Statement> = {
  'handing reservation and claim back': { statement: 'abandon-certificate' },
  'giving the call back': { statement: 'give-back' },
};
const cellsOf = (steps: object) =>
  Object.keys(steps).flatMap((step) => WHEN.map((when) => [step, when] as const));

describe('P03 certifying', () => {
  let road: FaultProxy;
  let sello: TestSello;
  let app: App | undefined;
  let caller: TestAccount;
  let ports: Ports;
  beforeAll(async () => {
    const postgres = inject('postgres');
    road = await openFaultProxy(() => ({ path: `${postgres.host}/.s.PGSQL.${postgres.port}` }));
    sello = await openTestSello({}, ({ url }) => throughProxy(url, road.port));
  });
  beforeEach(async () => {
    caller = await sello.newAccount({ certificates: 2 });
    ports = sello.ports;
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
  });
  afterAll(async () => {
    await sello.close();
    await road.close();
  });

  const post = async (content: Buffer) => {
    app ??= await buildServer({ ...sello.world, ports });
    const form = fileForm(content);
    const answer = await app.inject({
      method: 'POST',
      url: `${API}/certificates`,
      payload: form.payload,
      headers: { authorization: `Bearer ${caller.key}`, ...form.headers, 'idempotency-key': 'same' },
    });
    return {
      status: answer.statusCode,
      body: answer.json(),
      isReplay: answer.headers['idempotent-replayed'],
    };
  };
  const keptFiles = async () => {
    const names = await readdir(path.join(sello.dataDir, 'files', 'files'), { recursive: true });
    return new Set(names.map((name) => path.basename(name)));
  };
  const expectNoHalves = async () => {
    const { query } = sello.database;
    expect(await findHalves({ query, keptFiles, granted: 2, account: caller.account })).toEqual(NO_HALVES);
  };
  const breakStep = (step: Step | Statement, when: BreakPoint) => {
    if ('statement' in step) road.breakOnce(step.statement, when);
    else ports = step.put(ports, { when, error: step.error, isSpent: false });
  };
  const expectStock = (stock: Partial<Stock>) =>
    expect.poll(() => takeStock(sello, caller)).toEqual({ ...NOTHING_SPENT, ...stock });

  /** One certificate was made and charged once, and its file exists. */
  async function expectExactlyOne(id: string, calls: number): Promise<void> {
    const spent = { certificatesLeft: 1, certificates: 1, idempotencyKeys: 1 };
    await expectStock({ ...spent, minuteCalls: calls, monthCalls: calls });
    await expectNoHalves();
    const address = `${API}/certificates/${id}/proof?type=file`;
    const { proof } = (await sello.call('GET', address, { key: caller.key })).body;
    expect((await sello.call('GET', proof.url)).status).toBe(200);
  }

  test.for(cellsOf(STEPS))(
    'P03 %s fails, %s it took effect: repeating the request makes exactly one certificate',
    async ([name, when]) => {
      const content = randomBytes(100);
      breakStep(STEPS[name]!, when);
      const failed = await post(content);
      expect([failed.status, failed.body.error]).toEqual(
        name === 'PSC call' ? [502, 'psc_error'] : [503, 'storage_unavailable'],
      );
      await expectNoHalves();
      const isWritten = name === 'row and stamp row' && when === 'after';
      // The call was counted, but the answer to this was lost, so the call cannot be given back.
      const calls = name === 'the call is counted' && when === 'after' ? 1 : 0;
      await expectStock({
        ...(isWritten && { certificatesLeft: 1, certificates: 1, idempotencyKeys: 1 }),
        minuteCalls: calls,
        monthCalls: calls,
      });
      const again = await post(content);
      expect([again.status, again.isReplay]).toEqual([201, isWritten ? 'true' : undefined]);
      await expectExactlyOne(again.body.certificate.id, calls + 1);
    },
  );

  test.for(cellsOf(CLEAN_UPS))(
    'P03 after a failed stamp %s fails too, %s it took effect: in the end nothing is used up',
    async ([name, when]) => {
      const content = randomBytes(100);
      breakStep(onPsc, 'before');
      breakStep(CLEAN_UPS[name]!, when);
      expect((await post(content)).status).toBe(502);
      await expectStock({});
      const again = await post(content);
      expect(again.status).toBe(201);
      await expectExactlyOne(again.body.certificate.id, 1);
    },
  );
});

const NOTHING_SPENT: Stock = {
  certificatesLeft: 2,
  minuteCalls: 0,
  monthCalls: 0,
  certificates: 0,
  reservations: 0,
  idempotencyKeys: 0,
  incoming: [],
};

describe('P03 after certifying', () => {
  let world: AnchoredSello;
  beforeAll(async () => {
    world = await openAnchoredSello();
  });
  afterAll(() => world.close());

  test.for(WHEN)(
    'P03 the batch of the log fails %s it took effect: each leaf has one place',
    async (when) => {
      const { sello, caller } = world;
      const { id } = await sello.certify(caller.key, randomBytes(12));
      const merkleLog = breakOnce(sello.ports.merkleLog, 'advance', when);
      const turn = await turnByHand(sello.database);
      await expect(sequenceLog({ ...sello.ports, merkleLog }, sello.identity, turn)).rejects.toThrow(Broken);
      expect(await sello.sequence()).toBe(when === 'after' ? 0 : 1);
      const [row] = await sello.database.query(
        'select count(*) as leaves, count(distinct leaf_index) as places, max(leaf_index) + 1 as size from certificates left join lateral log_place(ticket) on true',
        [],
        'places',
      );
      expect(new Set(Object.values(row!)).size).toBe(1);
      expect((await world.record(id)).status).toBe('anchoring');
    },
  );

  const CELLS = (['writeDown', 'submit', 'markSent'] as const).flatMap((step) =>
    WHEN.map((when) => [step, when] as const),
  );
  test.for(CELLS)(
    'P03 broadcast: %s fails %s it took effect: one transaction is on the chain',
    async ([step, when]) => {
      const { sello, driver } = world;
      const id = await world.certify();
      const transactions = (await world.rootsOnChain()).length;
      const held = sello.ports.anchors.heldBy(await turnByHand(sello.database));
      const anchors = step === 'submit' ? held : breakOnce(held, step, when);
      const chain = step === 'submit' ? breakOnce(driver, step, when) : driver;
      const rules = { intervalMs: 0, bumpAfterMs: BUMP_AFTER_MS };
      await expect(anchorCheckpoints({ ...sello.ports, anchors }, chain, rules)).rejects.toThrow(Broken);
      for (let round = 0; round < 6 && (await world.record(id)).status !== 'certified'; round += 1) {
        await world.anchorAndMine();
      }
      expect((await world.record(id)).status).toBe('certified');
      expect((await world.rootsOnChain()).length).toBe(transactions + 1);
    },
  );
});
