/** Which failures are temporary, and how long to wait before a retry. */

import { SelloConnectionError, type SelloError } from './errors.ts';

/** Longer pauses are the caller's decision: a monthly quota may take weeks to renew. */
const LONGEST_PAUSE_MS = 60_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;

/** Statuses of temporary failures: a limit, an unavailable provider or store, a proxy that cannot reach its server. */
const PASSING = [408, 429, 502, 503, 504];

/** How long to wait before try number `tries + 1`; undefined if another try would fail too. */
export function pauseBefore(error: SelloError, tries: number, random: () => number): number | undefined {
  if (!isPassing(error)) return undefined;
  if (error.retryAfter === undefined) {
    // Half of the pause is random, so that callers that failed together do not retry together.
    const backoff = Math.min(FIRST_PAUSE_MS * 2 ** tries, LONGEST_BACKOFF_MS);
    return (backoff * (1 + random())) / 2;
  }
  const wanted = error.retryAfter * 1000;
  return wanted > LONGEST_PAUSE_MS ? undefined : wanted + random() * FIRST_PAUSE_MS;
}

function isPassing(error: SelloError): boolean {
  if (error instanceof SelloConnectionError) return true;
  // The first attempt is still running, and a retry will get its answer.
  if (error.code === 'idempotency_in_progress') return true;
  return PASSING.includes(error.status);
}
