/** Slows deliveries down for the sake of callers who wait for an answer: a busy process sends only a few. */

import { performance } from 'node:perf_hooks';

export type Pace = {
  /** Resolves when the next delivery may be sent. */
  turn(): Promise<void>;
  /** Whether callers need most of the process's time now. */
  isBusy(): boolean;
};

export type PaceClock = {
  nowMs(): number;
  /** The share of the time since the last call in which the event loop was busy. */
  utilization(): number;
  sleep(ms: number): Promise<void>;
};

/** How often the process is measured while deliveries are sent, and for how long they pause each time. */
const LOOK_EVERY_MS = 500;
const LOOK_MS = 20;
/** Above this share, the process counts as busy. */
const BUSY = 0.6;
/** How many deliveries per second a busy process still sends. */
const TRICKLE_PER_SECOND = 10;

/**
 * Deliveries themselves make a process busy, so it is measured in short pauses without deliveries. While callers keep
 * it busy, deliveries are too few to affect the measurement, so no pause is needed.
 */
export function makePace({ nowMs, utilization, sleep }: PaceClock): Pace {
  let isBusy = false;
  let lookAt = nowMs() + LOOK_EVERY_MS;
  let nextAt = 0;
  let looking: Promise<void> | undefined;
  const look = async () => {
    utilization();
    await sleep(isBusy ? LOOK_EVERY_MS : LOOK_MS);
    isBusy = utilization() > BUSY;
    lookAt = nowMs() + (isBusy ? 0 : LOOK_EVERY_MS);
    looking = undefined;
  };
  return {
    isBusy: () => isBusy,
    async turn() {
      if (looking === undefined && nowMs() >= lookAt) looking = look();
      if (looking !== undefined && !isBusy) await looking;
      if (!isBusy) return;
      const at = Math.max(nowMs(), nextAt);
      nextAt = at + 1000 / TRICKLE_PER_SECOND;
      if (at > nowMs()) await sleep(at - nowMs());
    },
  };
}

export function systemPaceClock(): PaceClock {
  let last = performance.eventLoopUtilization();
  return {
    nowMs: () => performance.now(),
    utilization() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return utilization;
    },
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };
}
