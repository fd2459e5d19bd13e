import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type SilenceWatch, watchSilence } from './silence.ts';

let isThere: boolean;
let probes: number;
let hungUp: number;
let watch: SilenceWatch;
beforeEach(() => {
  vi.useFakeTimers();
  [isThere, probes, hungUp] = [true, 0, 0];
  watch = watchSilence(
    async () => {
      probes += 1;
      return isThere;
    },
    () => {
      hungUp += 1;
    },
  );
});
afterEach(() => vi.useRealTimers());

const never = () => new Promise<never>(() => {});
const answered = async () => 'answer';

test('a quick statement causes no probe', async () => {
  expect(await watch.track(answered)).toBe('answer');
  await vi.advanceTimersByTimeAsync(10_000);
  expect([probes, hungUp]).toEqual([0, 0]);
});

test('a slow database that answers its probe is not disturbed further', async () => {
  void watch.track(never);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(probes).toBeGreaterThan(5);
  expect(hungUp).toBe(0);
  expect(await watch.track(answered)).toBe('answer');
});

test('as long as any response arrives, no probe is sent', async () => {
  void watch.track(never);
  for (let i = 0; i < 50; i += 1) {
    await vi.advanceTimersByTimeAsync(200);
    await watch.track(answered);
  }
  expect(probes).toBe(0);
});

test('connections to a silent database are closed; statements reject at once until it answers again', async () => {
  isThere = false;
  void watch.track(never);
  await vi.advanceTimersByTimeAsync(600);
  expect(hungUp).toBe(1);
  const before = probes;
  await expect(watch.track(answered)).rejects.toThrow('does not answer');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(probes).toBeGreaterThan(before + 5);
  isThere = true;
  await vi.advanceTimersByTimeAsync(500);
  expect(await watch.track(answered)).toBe('answer');
});

test('an idle connection that is handed out is not a response', async () => {
  isThere = false;
  void watch.track(never);
  // Background work takes a connection every quarter of a second.
  for (let i = 0; i < 3; i += 1) {
    await vi.advanceTimersByTimeAsync(250);
    await watch.trackOpening(answered).catch(() => {});
  }
  expect(hungUp).toBe(1);
});

test('a response to another statement during the probe counts as an answer', async () => {
  const asked = Promise.withResolvers<boolean>();
  watch = watchSilence(
    () => asked.promise,
    () => {
      hungUp += 1;
    },
  );
  void watch.track(never);
  await vi.advanceTimersByTimeAsync(600);
  watch.hear();
  asked.resolve(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(hungUp).toBe(0);
});

test('while it is unreachable, an unanswered probe does not delay later ones', async () => {
  const answers = [false, undefined, true];
  let asked = 0;
  watch = watchSilence(
    () => {
      asked += 1;
      const answer = answers[asked - 1];
      return answer === undefined ? never() : Promise.resolve(answer);
    },
    () => {},
  );
  void watch.track(never);
  await vi.advanceTimersByTimeAsync(600);
  await expect(watch.track(answered)).rejects.toThrow('does not answer');
  await vi.advanceTimersByTimeAsync(700);
  expect(await watch.track(answered)).toBe('answer');
});

test('a connection that could not be opened is not a response', async () => {
  isThere = false;
  void watch.track(never);
  await vi.advanceTimersByTimeAsync(300);
  await expect(watch.track(() => Promise.reject(new Error('timeout expired')))).rejects.toThrow('expired');
  await vi.advanceTimersByTimeAsync(300);
  expect(hungUp).toBe(1);
});
