/**
 * What the database knows of the current request: who holds the connections that it takes, and whether it has changed
 * something. If a later step fails, its answer must not say that nothing was changed.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Holder } from '../kernel/shares/shared.ts';
import { asMadeAlready } from './outcome.ts';

type CurrentRequest = { holder: Holder; isChange: boolean; hasChanged: boolean };

const requests = new AsyncLocalStorage<CurrentRequest>();

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

/** Everything that `work` does belongs to one request. `isChange`: the request asks for a change. */
export function asOneRequest(holder: string, isChange: boolean, work: () => void): void {
  requests.run({ holder, isChange, hasChanged: false }, work);
}

/** From here on the request counts for this account; until then it counted for its network. */
export function holdAs(holder: string): void {
  const request = requests.getStore();
  if (request !== undefined) request.holder = holder;
}

/** For a batch of calls that one holder has made. */
export function asHeldBy<T>(holder: Holder, work: () => T): T {
  return requests.run({ holder, isChange: false, hasChanged: false }, work);
}

/** Undefined for background work, and for batches that serve several requests. */
export function currentHolder(): Holder {
  return requests.getStore()?.holder;
}

/** Called after every commit; `name` is that of a single statement. */
export function noteChange(name?: string): void {
  const request = requests.getStore();
  if (request?.isChange && !(name !== undefined && ASIDE.has(name))) request.hasChanged = true;
}

/** The error of a request, with the message that is true for it. */
export function asToldTo(error: unknown): unknown {
  return requests.getStore()?.hasChanged === true ? asMadeAlready(error) : error;
}
