/**
 * Keeps callers from waiting for a provider that is known to be down, and the provider from being buried in
 * requests while it recovers.
 *
 * Each process has its own. It learns within five failures what the others know, and asking once in half a
 * minute per process burdens nobody. Sharing the state would put a round trip to the database before every
 * stamp, and would let one machine with a broken network cut off all the healthy ones.
 */

const FAILURES_TO_OPEN = 5;
const PROBE_EVERY_MS = 30_000;

type Passage =
  | { state: 'closed' }
  /** This request, and no other for the next half minute, finds out how the provider is. */
  | { state: 'probe' }
  | { state: 'open'; retryAfterSeconds: number };

export type Breaker = {
  /** Asked before each request; who is let through tells afterwards how it went. */
  enter(): Passage;
  /** True when this closed the breaker. */
  wasWell(): boolean;
  /** True when this opened the breaker. */
  wasIll(): boolean;
};

export function makeBreaker(now: () => Date): Breaker {
  let failuresInARow = 0;
  /** Undefined while closed. */
  let nextProbeAtMs: number | undefined;
  return {
    enter() {
      if (nextProbeAtMs === undefined) return { state: 'closed' };
      const nowMs = now().getTime();
      const waitMs = nextProbeAtMs - nowMs;
      // A wait longer than any that was set means that the clock was put back.
      if (waitMs > 0 && waitMs <= PROBE_EVERY_MS) {
        return { state: 'open', retryAfterSeconds: Math.ceil(waitMs / 1_000) };
      }
      // Before the probe has an outcome: while it waits for an answer, nobody else is sent after it.
      nextProbeAtMs = nowMs + PROBE_EVERY_MS;
      return { state: 'probe' };
    },
    wasWell() {
      failuresInARow = 0;
      const closes = nextProbeAtMs !== undefined;
      nextProbeAtMs = undefined;
      return closes;
    },
    wasIll() {
      failuresInARow += 1;
      if (nextProbeAtMs !== undefined || failuresInARow < FAILURES_TO_OPEN) return false;
      nextProbeAtMs = now().getTime() + PROBE_EVERY_MS;
      return true;
    },
  };
}
