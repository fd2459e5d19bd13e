import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LogFields } from '../logger.ts';
import { makeUntilDone } from './until-done.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open(most?: number) {
  const lines: [string, LogFields][] = [];
  const write = (event: string, fields: LogFields = {}) => void lines.push([event, fields]);
  return { lines, untilDone: makeUntilDone({ info: write, warn: write, error: write }, most) };
}

test('work that fails is repeated later, and the caller waits only for the first attempt', async () => {
  const { untilDone, lines } = open();
  const task = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue(undefined);
  await untilDone('undo', task);
  expect(lines).toMatchObject([['cleanup.failed', { what: 'undo', waiting: 1 }]]);
  await vi.advanceTimersByTimeAsync(250);
  expect(task).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(100_000);
  expect(task).toHaveBeenCalledTimes(2);
});

test('P121 an outage of ten minutes leaves one list and few lines, and everything is done after it', async () => {
  const { untilDone, lines } = open();
  let isAway = true;
  let done = 0;
  let attempts = 0;
  const task = async () => {
    attempts += 1;
    if (isAway) throw new Error('away');
    done += 1;
  };
  for (let i = 0; i < 2_000; i++) await untilDone('undo', task);
  expect(lines).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(attempts - 2_000).toBeLessThan(40);
  expect(lines.length).toBeLessThan(40);
  isAway = false;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(done).toBe(2_000);
});

test('a task that always fails does not block the others', async () => {
  const { untilDone } = open();
  const never = vi.fn().mockRejectedValue(new Error('wrong'));
  const once = vi.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue(undefined);
  await untilDone('never', never);
  await untilDone('once', once);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(once).toHaveBeenCalledTimes(2);
});

test('the list has a bound, and the log says what was dropped', async () => {
  const { untilDone, lines } = open(2);
  for (const what of ['a', 'b', 'c']) await untilDone(what, () => Promise.reject(new Error('away')));
  expect(lines.at(-1)).toMatchObject(['cleanup.dropped', { what: 'c' }]);
});
