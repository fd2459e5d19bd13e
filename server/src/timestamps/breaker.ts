/**
 * A circuit breaker: callers do not wait for a provider that is known to be down, and the provider is not flooded
 * while it recovers.
 *
 * Each process has its own breaker. It learns within five failures, and one probe every 30 seconds per process is no
 * burden. Shared state would cost a database round trip before every stamp, and one machine with a broken network could
 * cut off all the healthy ones.
 */

const FAILURES_TO_OPEN = 5;
const PROBE_EVERY_MS = 30_000;

type Passage =
  | { state: 'closed' }
  /** The only request let through in these 30 seconds, to find out whether the provider has recovered. */
  | { state: 'probe' }
  | { state: 'open'; retryAfterSeconds: number };

export type Breaker = {
  /** Call before each request. Unless it returns `open`, report the outcome afterwards. */
  enter(): Passage;
  /** Whether the breaker is open, so that only probes get through. */
  isOpen(): boolean;
  /** Records a success. Returns whether this closed the breaker. */
  recordSuccess(): boolean;
  /** Records a failure. Returns whether this opened the breaker. */
  recordFailure(): boolean;
};

export function makeBreaker(now: () => Date): Breaker {
  let failuresInARow = 0;
  /** When the next probe may pass. Undefined while the breaker is closed. */
  let nextProbeAtMs: number | undefined;
  return {
    enter() {
      if (nextProbeAtMs === undefined) return { state: 'closed' };
      const nowMs = now().getTime();
      const waitMs = nextProbeAtMs - nowMs;
      // If the wait is longer than PROBE_EVERY_MS, the clock was set back, and the wait is ignored.
      if (waitMs > 0 && waitMs <= PROBE_EVERY_MS) {
        return { state: 'open', retryAfterSeconds: Math.ceil(waitMs / 1_000) };
      }
      // This is set before the probe has an outcome, so that no second probe starts in the meantime.
      nextProbeAtMs = nowMs + PROBE_EVERY_MS;
      return { state: 'probe' };
    },
    isOpen: () => nextProbeAtMs !== undefined,
    recordSuccess() {
      failuresInARow = 0;
      const closes = nextProbeAtMs !== undefined;
      nextProbeAtMs = undefined;
      return closes;
    },
    recordFailure() {
      failuresInARow += 1;
      if (nextProbeAtMs !== undefined || failuresInARow < FAILURES_TO_OPEN) return false;
      nextProbeAtMs = now().getTime() + PROBE_EVERY_MS;
      return true;
    },
  };
}
