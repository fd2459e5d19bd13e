/**
 * How long the main thread is busy without a break, in its own processor time, so that other work on the machine does
 * not count.
 */

import { setImmediate as turn } from 'node:timers/promises';

type Turns = {
  /** The time of the longest iteration of the event loop. */
  longestMs: number;
  totalMs: number;
};

export async function watchTurns(work: () => Promise<unknown>): Promise<Turns> {
  let isOver = false;
  let longestMs = 0;
  const began = usedMs();
  const working = work().finally(() => {
    isOver = true;
  });
  for (let before = usedMs(); !isOver; ) {
    await turn();
    const now = usedMs();
    longestMs = Math.max(longestMs, now - before);
    before = now;
  }
  await working;
  return { longestMs, totalMs: usedMs() - began };
}

function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
