/** Checks a badge in a worker, and fetches documents for it from this server only. */

import type { BadgeVerdict } from '@sello/proof/badges';
import type { FromWorker, ToWorker } from './messages.ts';

/** How long a check may take: ten times as long as the largest honest badge takes on a slow phone. */
const CHECKED_WITHIN_MS = 20_000;
const ANSWERED_WITHIN_MS = 10_000;

/** Rejects if the check takes too long or this browser cannot make it. */
export function checkBadge(text: string, base: string, signal: AbortSignal): Promise<BadgeVerdict> {
  const worker = new Worker(new URL('./badge-worker.ts', import.meta.url), { type: 'module' });
  const send = (message: ToWorker) => worker.postMessage(message);
  return new Promise<BadgeVerdict>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('it takes too long')), CHECKED_WITHIN_MS);
    signal.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => clearTimeout(late));
    worker.onerror = () => reject(new Error('the worker failed'));
    worker.onmessage = async ({ data }: MessageEvent<FromWorker>) => {
      if ('ask' in data) return send({ answer: data.ask, document: await fetchOwn(data.url, base) });
      if ('verdict' in data) resolve(data.verdict);
      else reject(new Error(data.problem));
    };
    send({ text });
  }).finally(() => worker.terminate());
}

/**
 * Fetches documents of this server only, by the address of this page, whatever host the badge names. A badge of another
 * issuer must not make the reader's browser reveal to that issuer who is looking. The page's policy forbids that too.
 */
async function fetchOwn(url: string, base: string): Promise<unknown> {
  if (!url.startsWith(`${base}/`)) return undefined;
  try {
    const answer = await fetch(url.slice(base.length), {
      credentials: 'omit',
      redirect: 'error',
      cache: 'no-store',
      signal: AbortSignal.timeout(ANSWERED_WITHIN_MS),
    });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined;
  }
}
