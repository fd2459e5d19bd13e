import { expect, test } from 'vitest';
import { AppError } from '../kernel/errors.ts';
import type { CertificateId } from '../kernel/ids.ts';
import type { LogFields } from '../kernel/logger.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import type { PscOutcome } from './counters.ts';
import { stampInOrder } from './in-order.ts';
import type { Stamp } from './ports.ts';
import type { PscFailureClass } from './psc.ts';
import { PscFailure, refusesUs } from './psc-failure.ts';

const SHA256 = 'a'.repeat(64) as Sha256Hex;
const ID = 'cert_1' as CertificateId;

/** Each provider is named after what it does: `well` succeeds, the others fail as named. */
function lineUp(...outcomes: (() => Stamp)[]) {
  const events: [string, LogFields | undefined][] = [];
  const write = (event: string, fields?: LogFields) => events.push([event, fields]);
  const asked: string[] = [];
  const counted: [provider: string, outcome: PscOutcome][] = [];
  const counters = { count: (...one: [string, PscOutcome]) => void counted.push(one) };
  const providers = outcomes.map((outcome, index) => ({
    name: `PSC ${index + 1}`,
    async stamp(_sha256: Sha256Hex, certificateId: CertificateId) {
      asked.push(`PSC ${index + 1} ${certificateId}`);
      return outcome();
    },
  }));
  const logger = { info: write, warn: write, error: write };
  const { stamp } = stampInOrder({ now: () => new Date(0), logger, counters }, providers);
  return { stamp: () => stamp(SHA256, ID), asked, events, counted };
}

const well = () => ({ facts: {} }) as Stamp;
const failing = (failure: PscFailure) => () => {
  throw failure;
};

async function errorOf(stamping: Promise<unknown>): Promise<AppError> {
  const error = await stamping.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

test.for([
  ['unreachable', 'psc_unavailable', true],
  ['rejected', 'psc_error', false],
  ['out_of_credit', 'psc_error', true],
  ['invalid_token', 'psc_error', false],
  ['timeout', 'psc_timeout', true],
] as [PscFailureClass, string, boolean][])(
  '%s is %s for the caller; asks the next: %s',
  async ([failure, code, asksNext]) => {
    const alone = lineUp(failing(new PscFailure(failure, 'why')));
    const error = await errorOf(alone.stamp());
    expect([error.code, error.retryAfterSeconds]).toEqual([code, 5]);
    expect(error.text.es).toContain('PSC 1');
    expect(alone.events).toMatchObject([
      ['psc.failed', { provider: 'PSC 1', class: failure, reason: 'why' }],
    ]);
    expect(alone.counted).toEqual([['PSC 1', failure]]);
    const pair = lineUp(failing(new PscFailure(failure, 'why')), well);
    await pair.stamp().catch(() => {});
    expect(pair.asked).toEqual(asksNext ? ['PSC 1 cert_1', 'PSC 2 cert_1'] : ['PSC 1 cert_1']);
  },
);

test('a lost connection is `unreachable` for the operator but not `psc_unavailable` for the caller', async () => {
  const lost = new PscFailure('unreachable', 'ECONNRESET', { isOutcomeUnknown: true });
  expect((await errorOf(lineUp(failing(lost)).stamp())).code).toBe('psc_error');
});

test('when all fail, the caller gets the last failure, with its own Retry-After', async () => {
  const { stamp } = lineUp(
    failing(new PscFailure('timeout', 'slow')),
    failing(refusesUs('blocked', { retryAfterSeconds: 77 })),
  );
  const error = await errorOf(stamp());
  expect([error.code, error.retryAfterSeconds]).toEqual(['psc_error', 77]);
  expect(error.text.en).toContain('PSC 2');
});

test('a failure with its own message uses it', async () => {
  const text = { en: 'no second stamp', es: 'sin segundo sello' };
  const { stamp } = lineUp(failing(new PscFailure('invalid_token', 'old', { text })));
  expect((await errorOf(stamp())).text).toEqual(text);
});

test('refusals of requests and old tokens never open a breaker', async () => {
  for (const failure of [
    new PscFailure('rejected', 'bad hash'),
    new PscFailure('invalid_token', 'old', { isProviderFault: false, mayAskNext: true }),
  ]) {
    const { stamp, asked } = lineUp(failing(failure));
    for (let times = 0; times < 10; times += 1) await errorOf(stamp());
    expect(asked).toHaveLength(10);
  }
});

test('every provider has a breaker of its own, and the requests it held back are counted', async () => {
  const { stamp, asked, counted, events } = lineUp(failing(new PscFailure('timeout', 'slow')), well);
  for (let times = 0; times < 7; times += 1) await stamp();
  expect(asked.filter((one) => one.startsWith('PSC 1'))).toHaveLength(5);
  const times = (provider: string, outcome: PscOutcome) =>
    counted.filter((one) => one[0] === provider && one[1] === outcome).length;
  expect([times('PSC 1', 'timeout'), times('PSC 1', 'not_asked'), times('PSC 2', 'stamped')]).toEqual([
    5, 2, 7,
  ]);
  expect(counted).toHaveLength(14);
  expect(events.filter(([event]) => event === 'psc.took_over')).toHaveLength(7);
});

test('a bug of ours is not reported as a failure of the provider', async () => {
  const { stamp, asked } = lineUp(() => {
    throw new TypeError('bug');
  }, well);
  await expect(stamp()).rejects.toThrow(TypeError);
  expect(asked).toHaveLength(1);
});

test('while its breaker is open a provider is asked without callers, ever less often, until it answers', async () => {
  const [asked, pauses]: [string[], number[]] = [[], []];
  let [isDown, atMs] = [true, 0];
  let probe = () => {};
  const provider = {
    name: 'PSC',
    async stamp(_sha256: Sha256Hex, orderId: CertificateId) {
      asked.push(orderId);
      if (isDown) throw new PscFailure('unreachable', 'away');
      return { facts: {} } as Stamp;
    },
  };
  const logger = { info() {}, warn() {}, error() {} };
  const surroundings = { now: () => new Date(atMs), logger, counters: { count() {} } };
  const line = stampInOrder(surroundings, [provider as never], (run, ms) => {
    pauses.push(ms);
    probe = () => {
      atMs += ms;
      run();
    };
    return () => pauses.push(0);
  });
  const fail = () => errorOf(line.stamp(SHA256, ID));
  for (let times = 0; times < 4; times += 1) await fail();
  expect(pauses).toEqual([]);
  await fail();
  for (let probes = 1; probes <= 6; probes += 1) {
    probe();
    await expect.poll(() => pauses.length).toBe(probes + 1);
  }
  expect(pauses.map((ms) => ms / 1_000)).toEqual([30, 60, 120, 240, 480, 600, 600]);
  expect(asked).toHaveLength(5 + 6);
  expect(new Set(asked)).toEqual(new Set([ID]));
  expect(line.standing()).toMatchObject([{ isOpen: true }]);
  isDown = false;
  probe();
  await expect.poll(() => line.standing()).toMatchObject([{ isOpen: false }]);
  expect(pauses).toHaveLength(7);
  // Probing begins anew when the provider is away again, and ends with the process.
  isDown = true;
  for (let times = 0; times < 5; times += 1) await fail();
  expect(pauses.at(-1)).toBe(30_000);
  line.stopProbing();
  expect(pauses.at(-1)).toBe(0);
});
