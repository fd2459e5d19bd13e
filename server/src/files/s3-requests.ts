/** Retries and time limits for requests to an S3 service. */

import { setTimeout as wait } from 'node:timers/promises';

/** A caller learns within two seconds that the service is unreachable. */
export const SILENCE_MS = 1_800;
const ATTEMPTS = 3;
/** How long the last bytes of a body may take to arrive over a slow connection, after the body was handed over. */
const LONGEST_DRAIN_MS = 10_000;

export type Progress = {
  /** Call this when more of the body was sent. */
  moved(): void;
  /** Call this when the whole body was sent. */
  done(): void;
};

/**
 * Sends a request until it is answered, refused for good, or makes no progress for too long. The silence of all
 * attempts is added up, so that several attempts do not mean a longer wait.
 */
export async function askUntilAnswered<T>(
  send: (signal: AbortSignal, progress: Progress) => Promise<T>,
  silenceMs: number = SILENCE_MS,
): Promise<T> {
  const silence = new AbortController();
  let patienceMs = silenceMs;
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
        const progress = {
          moved: () => waitFor(patienceMs),
          // On a slow connection, much of the body may still be on its way. So the wait may be as long as the sending
          // was.
          done: () => waitFor(Math.max(patienceMs, Math.min(performance.now() - began, LONGEST_DRAIN_MS))),
        };
        // The call rejects by itself too, because a client that ignores the signal would keep the caller waiting for
        // good.
        return await Promise.race([send(silence.signal, progress), rejectOn(silence.signal)]);
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

function rejectOn(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/** The service's error code, such as `NoSuchKey`. */
export function s3CodeOf(error: unknown): string | undefined {
  return error instanceof Error && statusOf(error) !== undefined ? error.name : undefined;
}

/** Codes after which a retry may succeed: the bytes changed on their way, or a proxy gave up. */
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

/** The status of the answer; undefined if there was no answer at all. */
function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}
