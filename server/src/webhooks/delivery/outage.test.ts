import { expect, test } from 'vitest';
import type { Delivery } from './delivery.ts';
import { failedInOutage, isRefusal, mayBeTheEvent, nextOtherAt, pauseOfProbe } from './outage.ts';
import type { Outcome } from './sender.ts';

const at = (seconds: number) => new Date(seconds * 1000);
const answered = (status: number | undefined): Outcome => ({
  isTaken: false,
  status,
  answer: '',
  error: 'no',
  durationMs: 1,
  wishMs: 0,
});

test('an outage of up to ten minutes is probed every five seconds, a longer one less often', () => {
  const pauses = [0, 60, 600, 3_600, 86_400].map((seconds) => pauseOfProbe(seconds * 1000) / 1000);
  expect(pauses).toEqual([5, 5, 5, 30, 300]);
});

test('the newest that wait are those that failed in the outage', () => {
  const waiting = [{ id: 'dlv_a' }, { id: 'dlv_b' }, { id: 'dlv_c' }] as Delivery[];
  expect(failedInOutage(waiting, 2).map(({ id }) => id)).toEqual(['dlv_b', 'dlv_c']);
  expect(failedInOutage(waiting, 0)).toEqual([]);
});

test('an answer may be about the event; a receiver that is not there is doubted after three tries', () => {
  const doubted = [500, 422, 404, 503, 502, 429, undefined].map((status) =>
    mayBeTheEvent({ attempts: 1 }, answered(status)),
  );
  expect(doubted).toEqual([true, true, true, false, false, false, false]);
  expect(mayBeTheEvent({ attempts: 3 }, answered(undefined))).toBe(true);
  expect([422, 404, 408, 429, 500, undefined].map(isRefusal)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});

test('other events are tried at once, then after 5 min, 30 min …', () => {
  const tried = [{ attemptedAt: at(100) }, { attemptedAt: at(400) }];
  const times = [[], tried.slice(0, 1), tried].map((others) => nextOtherAt(others).getTime() / 1000);
  expect(times).toEqual([0, 400, 2_200]);
});
