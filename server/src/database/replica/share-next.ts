/** One query answers all callers that arrived before it was sent. */

import { AsyncLocalStorage } from 'node:async_hooks';

/** The question belongs to all callers that wait for it, so it runs outside the context of any of them. */
const asPartOfNone = AsyncLocalStorage.snapshot();

/**
 * Makes a function that asks a question and gives its answer. The question is asked after the call and never before,
 * so the answer is true at the moment of the call. Callers that arrive while a question is under way share the next
 * one. Questions start at least `everyMs` apart.
 */
export function shareNext<T>(everyMs: number, ask: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | undefined;
  let current: Promise<unknown> = Promise.resolve();
  let askedAt = Number.NEGATIVE_INFINITY;
  const askInTurn = async () => {
    await current;
    const waitMs = askedAt + everyMs - performance.now();
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
    // New callers are too late for this question from here on.
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
