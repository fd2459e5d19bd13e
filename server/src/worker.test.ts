import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ChainDriver, ChainProblem } from './anchoring/chain-driver.ts';
import { ChainFailure } from './anchoring/chain-failure.ts';
import type { Chain } from './anchoring/chains.ts';
import { startWorker } from './worker.ts';

type WorkerPorts = Parameters<typeof startWorker>[0];

const NETWORK = 'eip155:7';

let lines: { event: string; what: string; leaves?: number }[];
let told: (readonly ChainProblem[])[];
let problems: ChainProblem[];
let hasDuty: boolean;
let opened: number;
let closed: number;
let headNumber: () => Promise<number>;
let advance: () => Promise<number>;
let rounds: number;
let isPastLost = false;
let logSize: number;
let stop: () => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  [lines, told, problems, hasDuty, opened, closed, rounds, logSize] = [[], [], [], true, 0, 0, 0, 0];
  isPastLost = false;
  headNumber = async () => 1;
  advance = async () => 0;
});
afterEach(async () => {
  await stop();
  vi.useRealTimers();
});

/** The loops alone, with a log and a chain that the test controls. */
function start(intervalMs = 2_000): void {
  const write = (event: string, fields = {}) => lines.push({ event, what: '', ...fields });
  const ports = {
    now: () => new Date(),
    logger: { info: write, warn: write, error: write },
    duties: { take: async () => (hasDuty ? { duty: 'any', number: 1 } : undefined), giveUp: async () => {} },
    calendars: { all: [] },
    witnesses: { all: [] },
    lasting: { stampCheckpointsEveryMs: 0, keepsRevocation: false },
    records: { transaction: async () => 0, query: async () => [] },
    process: () => 1,
    batches: { take: async () => undefined },
    seals: { take: async () => undefined },
    renewals: {
      waiting: async () => undefined,
      standing: async () => ({ waiting: undefined, stamped: [], chains: [] }),
    },
    searchIndex: { behind: async () => [], indexNext: async () => 0 },
    merkleLog: {
      advance: () => advance(),
      latestCheckpoint: async () => (logSize === 0 ? undefined : { size: logSize }),
    },
    pastGuard: { lost: () => (isPastLost ? { kind: 'unreadable' } : undefined) },
    pastKeeper: { keep: async () => {} },
    anchors: {
      rememberChain: async () => {},
      newestFinal: async () => [],
      unsettled: async () => [],
      newest: async () => (logSize === 0 ? undefined : { treeSize: logSize }),
      tellProblems: async (_network: string, found: ChainProblem[]) => void told.push(found),
      heldBy() {
        return this;
      },
    },
  } as unknown as WorkerPorts;
  const driver = {
    network: NETWORK,
    trust: 'operator',
    finality: { tag: 'finalized' },
    health: async () => ({ ok: problems.length === 0, problems }),
    headNumber: () => {
      rounds += 1;
      return headNumber();
    },
    close: async () => {
      closed += 1;
    },
  } as unknown as ChainDriver;
  const open = async () => {
    opened += 1;
    return driver;
  };
  const nobody = async () => {};
  const dispatcher = { round: nobody, settled: nobody, stop: nobody };
  const chain: Chain = { network: NETWORK, certifies: [true], intervalMs, isShared: false, open };
  stop = startWorker(ports, { origin: 'o', vkey: 'v', keyRing: async () => [] }, [chain], dispatcher);
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const events = (event: string) => lines.filter((line) => line.event === event);

test('a failing step does not stop its loop, and each kind of error is logged once', async () => {
  let attempt = 0;
  headNumber = async () => {
    attempt += 1;
    if (attempt > 8) return 1;
    throw attempt % 3 === 0
      ? new ChainFailure('insufficient_funds', `${attempt} wei are missing`)
      : new ChainFailure('unreachable', `no answer for ${attempt} s`);
  };
  start();
  await pass(300_000);
  expect(rounds).toBeGreaterThan(40);
  expect(events('worker.failed')).toHaveLength(2);
  expect(events('worker.recovered')).toEqual([expect.objectContaining({ what: `anchorer of ${NETWORK}` })]);
  headNumber = async () => {
    throw new ChainFailure('unreachable', 'again');
  };
  await pass(10_000);
  expect(events('worker.failed')).toHaveLength(3);
});

test('a failing loop runs less and less often, down to twice a minute', async () => {
  headNumber = async () => {
    throw new ChainFailure('unreachable', 'no answer');
  };
  start();
  await pass(3_600_000);
  expect(rounds).toBeGreaterThan(110);
  expect(rounds).toBeLessThan(130);
});

test('a chain with an anchor every ten minutes is polled about once per block, not twice a second', async () => {
  start(600_000);
  await pass(120_000);
  expect(rounds).toBe(11);
});

test('a chain on which all is anchored is asked every five seconds, and as soon as the log has grown', async () => {
  start();
  await pass(20_000);
  expect(rounds).toBe(5);
  await pass(1_000);
  logSize = 7;
  await pass(500);
  expect(rounds).toBe(6);
  await pass(4_000);
  expect(rounds).toBe(6);
});

test('a failing chain does not stop the log, nor a failing log the chain', async () => {
  let sequenced = 0;
  headNumber = async () => {
    throw new Error('no chain');
  };
  advance = async () => {
    sequenced += 1;
    return 1;
  };
  start();
  await pass(4_000);
  expect(sequenced).toBe(11);
  expect(events('log.sequenced')).toHaveLength(11);
  headNumber = async () => 1;
  advance = async () => {
    throw new Error('no database');
  };
  await pass(60_000);
  const before = rounds;
  await pass(10_000);
  expect(rounds - before).toBe(2);
  expect(events('worker.failed').map(({ what }) => what)).toEqual([`anchorer of ${NETWORK}`, 'sequencer']);
});

test('stopping waits for the step in progress, and then closes the chain', async () => {
  const underWay = Promise.withResolvers<number>();
  headNumber = () => underWay.promise;
  start();
  await pass(0);
  let isStopped = false;
  const stopped = stop().then(() => {
    isStopped = true;
  });
  await pass(60_000);
  expect([isStopped, closed]).toEqual([false, 0]);
  underWay.resolve(1);
  await stopped;
  expect([rounds, opened, closed]).toEqual([1, 1, 1]);
});

test('stopping does not wait for a pause to end', async () => {
  headNumber = async () => {
    throw new Error('no chain');
  };
  start();
  await pass(3_600_000);
  await stop();
  expect(closed).toBe(1);
});

test('nothing is anchored while the database has lost what its log has signed', async () => {
  start();
  await pass(1_000);
  isPastLost = true;
  await pass(1_000);
  const before = rounds;
  await pass(60_000);
  expect(rounds).toBe(before);
  isPastLost = false;
  await pass(1_000);
  expect(rounds).toBeGreaterThan(before);
});

test('anchors of a later time than the database are reported at once, and as long as they hold anchoring back', async () => {
  const later = new ChainFailure('later_anchors', 'it has anchored more than this');
  headNumber = async () => {
    throw later;
  };
  start();
  await pass(100);
  expect(told.at(-1)).toEqual([{ code: 'later_anchors', message: 'it has anchored more than this' }]);
  problems = [{ code: 'low_balance', message: 'two anchors left' }];
  await pass(60_000);
  expect(told.at(-1)?.map(({ code }) => code)).toEqual(['low_balance', 'later_anchors']);
  problems = [];
  headNumber = async () => 1;
  await pass(120_000);
  expect(told.at(-1)).toEqual([]);
});

test('a worker that loses the duty closes the chain, and opens it again when the duty comes back', async () => {
  start();
  await pass(1_000);
  hasDuty = false;
  await pass(1_000);
  const before = rounds;
  expect([opened, closed]).toEqual([1, 1]);
  await pass(60_000);
  expect(rounds).toBe(before);
  hasDuty = true;
  await pass(1_000);
  expect([opened, closed]).toEqual([2, 1]);
  expect(rounds).toBeGreaterThan(before);
});

test('a healthy chain is checked every minute, an unhealthy one every ten seconds', async () => {
  start();
  await pass(119_000);
  expect(told).toEqual([[], []]);
  problems = [{ code: 'low_balance', message: 'two anchors left' }];
  await pass(31_000);
  expect(told.slice(2)).toEqual([problems, problems, problems, problems]);
  problems = [];
  await pass(10_000);
  expect(told.at(-1)).toEqual([]);
});
