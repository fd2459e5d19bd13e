/**
 * Whether the current request has changed something. If a later step fails, its answer must not say that nothing was
 * changed.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { asMadeAlready } from './outcome.ts';

const requests = new AsyncLocalStorage<{ hasChanged: boolean }>();

/** Statements that prepare, count or tidy up: nothing that a caller asked for. */
const ASIDE = new Set([
  'abandon-certificate',
  'begin-certificate',
  'claim-attempts',
  'confirm-committed',
  'forget-attempts-of',
  'give-attempt-back',
  'make-blob-key',
  'reclaim',
  'reserve-certificates',
  'session-seen',
  'undo-unseen-start',
]);

/** Everything that `work` does, and waits for, belongs to one request. */
export function asOneRequest(work: () => void): void {
  requests.run({ hasChanged: false }, work);
}

/** Called after every commit; `name` is that of a single statement. */
export function noteChange(name?: string): void {
  const request = requests.getStore();
  if (request !== undefined && !(name !== undefined && ASIDE.has(name))) request.hasChanged = true;
}

/** The failure of a request in the words that are true for it. */
export function asToldTo(error: unknown): unknown {
  return requests.getStore()?.hasChanged === true ? asMadeAlready(error) : error;
}
