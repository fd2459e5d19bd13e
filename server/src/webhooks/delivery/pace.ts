/** Deliveries give way to callers who wait for an answer: on a busy process only a few are sent. */

import { performance } from 'node:perf_hooks';

export type Pace = {
  /** Resolves when the next delivery may be sent. */
  turn(): Promise<void>;
  /** Whether callers need the process now. */
  isBusy(): boolean;
};

export type PaceClock = {
  nowMs(): number;
  /** The share of time in which the event loop was busy since the last call. */
  utilization(): number;
  sleep(ms: number): Promise<void>;
};

/** How often the process is measured while deliveries go out, and how long they pause for it. */
const LOOK_EVERY_MS = 500;
const LOOK_MS = 20;
/** Above this share, callers need the process. */
const BUSY = 0.6;
/** The number of deliveries per second that are sent even then. */
const TRICKLE_PER_SECOND = 10;

/**
 * Deliveries themselves make a process busy, so it is measured in short pauses without any. While it is busy with
 * callers, deliveries are too few to affect the measurement, so no pause is needed.
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
