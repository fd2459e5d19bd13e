/**
 * What the database layer knows about the current request: whose share its connections count against, and whether it
 * has changed something. If it has, and a later step fails, the answer must not say that nothing was changed.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Holder } from '../kernel/shares/shared.ts';
import { asMadeAlready } from './outcome.ts';

type CurrentRequest = { holder: Holder; isChange: boolean; hasChanged: boolean };

const requests = new AsyncLocalStorage<CurrentRequest>();

/** Statements that prepare, count or tidy up. They do not count as a change, because no caller asked for them. */
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

/** Runs `work` as one request. `isChange` says whether the request asks for a change. */
export function asOneRequest(holder: string, isChange: boolean, work: () => void): void {
  requests.run({ holder, isChange, hasChanged: false }, work);
}

/** Makes the request count for this account. Until then it counts for the network that it came from. */
export function holdAs(holder: string): void {
  const request = requests.getStore();
  if (request !== undefined) request.holder = holder;
}

/** Runs `work` for one holder: for a batch of calls that all belong to that holder. */
export function asHeldBy<T>(holder: Holder, work: () => T): T {
  return requests.run({ holder, isChange: false, hasChanged: false }, work);
}

/** The holder of the current request. Undefined for background work, and for batches that serve several requests. */
export function currentHolder(): Holder {
  return requests.getStore()?.holder;
}

/** Notes that something was changed. It is called after every commit; `name` is that of a single statement. */
export function noteChange(name?: string): void {
  const request = requests.getStore();
  if (request?.isChange && !(name !== undefined && ASIDE.has(name))) request.hasChanged = true;
}

/** Makes the error for the caller of this request: its message says correctly whether something was changed. */
export function asToldTo(error: unknown): unknown {
  return requests.getStore()?.hasChanged === true ? asMadeAlready(error) : error;
}
