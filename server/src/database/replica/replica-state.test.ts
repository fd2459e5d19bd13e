import { expect, test } from 'vitest';
import { makeReplicaState } from './replica-state.ts';

test('after a failure nobody uses the replica for a while; then one caller tries, and a success lets all use it again', () => {
  let ms = 0;
  const state = makeReplicaState(() => ms);
  expect([state.mayTry(), state.mayTry()]).toEqual([true, true]);
  state.miss('away');
  ms = 999;
  expect(state.mayTry()).toBe(false);
  ms = 1_000;
  expect([state.mayTry(), state.mayTry()]).toEqual([true, false]);
  state.hit();
  expect([state.mayTry(), state.mayTry()]).toEqual([true, true]);
});

test('a replica that only lags is tried sooner than one that is unreachable', () => {
  let ms = 0;
  const state = makeReplicaState(() => ms);
  state.miss('behind');
  ms = 100;
  expect(state.mayTry()).toBe(true);
});

test('its duration is counted from the first failure', () => {
  let ms = 5;
  const state = makeReplicaState(() => ms);
  ms = 10;
  state.miss('behind');
  ms = 200;
  state.miss('behind');
  expect(state.standing).toMatchObject({ state: 'behind', sinceMs: 10 });
});
