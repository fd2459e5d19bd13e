import { expect, test } from 'vitest';
import { makePace, type PaceClock } from './pace.ts';

/** A clock that moves only by sleeping and by what deliveries cost. */
function clockWith(load: () => number): PaceClock & { spend(ms: number): void } {
  let now = 0;
  return {
    nowMs: () => now,
    utilization: load,
    spend: (ms) => {
      now += ms;
    },
    sleep: async (ms) => {
      now += ms;
    },
  };
}

async function sentIn(seconds: number, load: () => number): Promise<number> {
  const clock = clockWith(load);
  const pace = makePace(clock);
  let sent = 0;
  for (; clock.nowMs() < seconds * 1000; sent += 1) {
    await pace.turn();
    clock.spend(0.3);
  }
  return sent;
}

test('on an idle process deliveries take nearly all the time there is', async () => {
  expect(await sentIn(10, () => 0.05)).toBeGreaterThan(0.9 * (10_000 / 0.3));
});

test('on a busy one they are a trickle, but never none', async () => {
  const sent = await sentIn(60, () => 0.97);
  expect(sent).toBeGreaterThan(60 * 8);
  expect(sent).toBeLessThan(60 * 10 + 3_000);
});
