import { beforeEach, expect, test } from 'vitest';
import { type Breaker, makeBreaker } from './breaker.ts';

let nowMs: number;
let breaker: Breaker;
beforeEach(() => {
  nowMs = 1_000_000;
  breaker = makeBreaker(() => new Date(nowMs));
});

function fail(times: number): boolean[] {
  return Array.from({ length: times }, () => breaker.recordFailure());
}

test('P08 the fifth failure in a row opens it, and only that one reports so', () => {
  expect(fail(7)).toEqual([false, false, false, false, true, false, false]);
  expect(breaker.enter()).toEqual({ state: 'open', retryAfterSeconds: 30 });
});

test('P08 one success restarts the count', () => {
  fail(4);
  expect(breaker.recordSuccess()).toBe(false);
  expect(fail(4)).not.toContain(true);
  expect(breaker.enter()).toEqual({ state: 'closed' });
});

test('P08 the first request after 30 seconds is the probe, and the next one 30 seconds later', () => {
  fail(5);
  nowMs += 29_001;
  expect(breaker.enter()).toEqual({ state: 'open', retryAfterSeconds: 1 });
  nowMs += 999;
  expect(breaker.enter()).toEqual({ state: 'probe' });
  expect(breaker.enter()).toEqual({ state: 'open', retryAfterSeconds: 30 });
  breaker.recordFailure();
  nowMs += 29_999;
  expect(breaker.enter().state).toBe('open');
  nowMs += 1;
  expect(breaker.enter()).toEqual({ state: 'probe' });
});

test('P08 a successful probe closes it, and it takes five failures again to open it', () => {
  fail(5);
  nowMs += 30_000;
  breaker.enter();
  expect(breaker.recordSuccess()).toBe(true);
  expect(breaker.enter()).toEqual({ state: 'closed' });
  expect(fail(5)).toEqual([false, false, false, false, true]);
});

test('a clock that is set back by hours does not keep it open for hours', () => {
  fail(5);
  nowMs -= 7_200_000;
  expect(breaker.enter()).toEqual({ state: 'probe' });
});
