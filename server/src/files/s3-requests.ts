/** How long and how often an S3 service is asked before the caller hears that it is away. */

import { setTimeout as wait } from 'node:timers/promises';

/** A caller learns within two seconds that the service is away. */
const SILENCE_MS = 1_800;
const ATTEMPTS = 3;
/** What a slow line still holds after the last byte was handed over takes at most this long to arrive. */
const LONGEST_DRAIN_MS = 10_000;

export type Progress = {
  /** More of the body is sent. */
  moved(): void;
  /** The whole body is. */
  done(): void;
};

/**
 * Sends a request until it is answered, refused for good, or nothing has moved for too long. The silence of every
 * attempt counts, so that attempts do not add up to a long wait.
 */
export async function askUntilAnswered<T>(
  send: (signal: AbortSignal, progress: Progress) => Promise<T>,
): Promise<T> {
  const silence = new AbortController();
  let patienceMs = SILENCE_MS;
  let timer: NodeJS.Timeout | undefined;
  let quietSince = 0;
  const waitFor = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(new Error('The S3 service does not answer')), ms);
    quietSince = performance.now();
  };
  try {
    for (let attempt = 1; ; attempt++) {
      const began = performance.now();
      waitFor(patienceMs);
      try {
        return await send(silence.signal, {
          moved: () => waitFor(patienceMs),
          // On a slow line as long again as the sending took: much of it may still be on its way.
          done: () => waitFor(Math.max(patienceMs, Math.min(performance.now() - began, LONGEST_DRAIN_MS))),
        });
      } catch (error) {
        if (silence.signal.aborted || attempt === ATTEMPTS || !mayPass(error)) throw error;
        await wait(50 * 2 ** attempt, undefined, { signal: silence.signal });
        patienceMs -= performance.now() - quietSince;
      }
    }
  } finally {
    clearTimeout(timer);
  }
}

/** The code that the service gave, such as `NoSuchKey`. */
export function s3CodeOf(error: unknown): string | undefined {
  return error instanceof Error && statusOf(error) !== undefined ? error.name : undefined;
}

/** The bytes changed on their way, or a proxy gave up: sent again, they may arrive. */
const MAY_PASS = [
  'BadDigest',
  'XAmzContentSHA256Mismatch',
  'XAmzContentChecksumMismatch',
  'RequestTimeout',
  'OperationAborted',
];

function mayPass(error: unknown): boolean {
  const status = statusOf(error);
  if (status === undefined || status >= 500 || status === 429) return true;
  return MAY_PASS.includes((error as Error).name);
}

/** Undefined where there was no answer at all. */
function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
