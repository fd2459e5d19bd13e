import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../errors.ts';
import type { Logger } from '../logger.ts';
import { startLoop } from './start-loop.ts';
import { makeUntilDone } from './until-done.ts';

const silent = { info() {}, warn() {}, error() {} } as unknown as Logger;
const away = () => new AppError('storage_unavailable', { en: 'away', es: 'fuera' }, { retryAfterSeconds: 2 });

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Starts a loop whose steps fail until `error` is taken away; counts its steps. */
function startFailing(everyMs: number, error: Error) {
  const seen = { steps: 0, failure: error as Error | undefined };
  const stop = startLoop({ logger: silent }, 'test', everyMs, async () => {
    seen.steps += 1;
    if (seen.failure !== undefined) throw seen.failure;
  });
  return { seen, stop };
}

async function stepsWithin(seen: { steps: number }, ms: number): Promise<number> {
  const before = seen.steps;
  await vi.advanceTimersByTimeAsync(ms);
  return seen.steps - before;
}

test('after an outage of minutes, a loop continues as soon as the failure allows it', async () => {
  const { seen, stop } = startFailing(400, away());
  await vi.advanceTimersByTimeAsync(300_000);
  seen.failure = undefined;
  expect(await stepsWithin(seen, 2_000)).toBeGreaterThan(0);
  expect(await stepsWithin(seen, 4_000)).toBe(10);
  await stop();
});

test('after a failure without a stated wait, attempts become rarer, down to two a minute', async () => {
  const { seen, stop } = startFailing(400, new Error('broken'));
  await vi.advanceTimersByTimeAsync(300_000);
  expect(await stepsWithin(seen, 60_000)).toBe(2);
  await stop();
});

test('no failure makes a loop run more often than usual', async () => {
  const { seen, stop } = startFailing(12_000, away());
  expect(await stepsWithin(seen, 59_000)).toBe(4);
  await stop();
});

test('clean-up that found no database is done within seconds once there is one', async () => {
  let isAway = true;
  let done = 0;
  const task = async () => {
    if (isAway) throw away();
    done += 1;
  };
  await makeUntilDone(silent)('test', task);
  await vi.advanceTimersByTimeAsync(300_000);
  isAway = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(done).toBe(1);
});
