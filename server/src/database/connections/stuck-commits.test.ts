import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NoAnswerYet } from '../outcome.ts';
import { type StuckCommits, watchCommits } from './stuck-commits.ts';

let waits: Map<number, string>;
let asked: number;
let givenUp: number[];
let commits: StuckCommits;
beforeEach(() => {
  vi.useFakeTimers();
  [waits, asked, givenUp] = [new Map(), 0, []];
  commits = watchCommits(async () => {
    asked += 1;
    return waits;
  }, 12_000);
});
afterEach(() => vi.useRealTimers());

const watch = (pid: number, answer: Promise<string>) => {
  const outcome = commits.watch(pid, answer, () => givenUp.push(pid)).catch((error: unknown) => error);
  return outcome;
};

test('a quick write is not checked', async () => {
  expect(await watch(1, Promise.resolve('done'))).toBe('done');
  await vi.advanceTimersByTimeAsync(5_000);
  expect(asked).toBe(0);
});

test('a slow write that waits for no standby may take up to the longest time', async () => {
  const answer = Promise.withResolvers<string>();
  const outcome = watch(1, answer.promise);
  await vi.advanceTimersByTimeAsync(11_000);
  expect(givenUp).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await outcome).toBeInstanceOf(NoAnswerYet);
  answer.resolve('late');
});

test('a write that waits for a silent standby is abandoned within two seconds, and no other begins until it ends', async () => {
  const answer = Promise.withResolvers<string>();
  const outcome = watch(1, answer.promise);
  waits.set(1, '1 700');
  await vi.advanceTimersByTimeAsync(1_500);
  expect(await outcome).toBeInstanceOf(NoAnswerYet);
  expect(givenUp).toEqual([1]);
  expect(() => commits.assertNone()).toThrow(NoAnswerYet);
  answer.resolve('the standby came back');
  await vi.advanceTimersByTimeAsync(0);
  expect(() => commits.assertNone()).not.toThrow();
});

test('if each check finds a different wait, the database is only busy', async () => {
  const answer = Promise.withResolvers<string>();
  const outcome = watch(1, answer.promise);
  for (let wait = 0; wait < 20; wait += 1) {
    waits.set(1, `2 ${wait}`);
    await vi.advanceTimersByTimeAsync(200);
  }
  expect(givenUp).toEqual([]);
  answer.resolve('done');
  expect(await outcome).toBe('done');
});
