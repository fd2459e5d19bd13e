/** One question for all who came before it was asked. */

import { AsyncLocalStorage } from 'node:async_hooks';

/** It belongs to all who wait for it, so it runs as part of none. */
const asPartOfNone = AsyncLocalStorage.snapshot();

/**
 * The answer to a question that is asked after the call, never before: what it tells is true of the moment of the call. Those
 * who come while one is being asked share the next; questions begin at least `everyMs` apart.
 */
export function shareNext<T>(everyMs: number, ask: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined;
  let current: Promise<unknown> = Promise.resolve();
  let askedAt = Number.NEGATIVE_INFINITY;
  const askInTurn = async () => {
    await current;
    const waitMs = askedAt + everyMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    // From here on, whoever comes is too late for this one.
    next = undefined;
    askedAt = performance.now();
    const answer = ask();
    current = answer.catch(() => {});
    return answer;
  };
  return () => {
    next ??= asPartOfNone(askInTurn);
    return next;
  };
}
