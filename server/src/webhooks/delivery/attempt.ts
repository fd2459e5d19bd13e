/** One attempt to deliver one event: signed, sent, judged. */

import type { Clock } from '../../kernel/clock.ts';
import type { EventId, NewId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { Webhook } from '../endpoints/webhook.ts';
import type { DeliveryCounters } from './counters.ts';
import type { Delivery } from './delivery.ts';
import type { Claim, Health } from './pg-claims.ts';
import { pauseAfter, pauseOfStream } from './retry-schedule.ts';
import type { Outcome, Sender } from './sender.ts';
import { signedHeaders } from './sign.ts';

export type AttemptPorts = {
  sender: Pick<Sender, 'send'>;
  now: Clock;
  newId: NewId;
  randomBytes: RandomBytes;
  counters: DeliveryCounters;
};

/** A receiver that takes longer than this is slow: it is served apart from the others. */
const SLOW_MS = 2_000;

/** `signedAt`: the `webhook-timestamp` that was sent; undefined if nothing was sent. */
type Tried = Outcome & { signedAt?: Date };

export async function attempt(
  { sender, now, counters }: AttemptPorts,
  webhook: Webhook,
  secrets: readonly Uint8Array[],
  { id, body }: { id: EventId; body: string },
): Promise<Tried> {
  const signedAt = now();
  const outcome = await sender.send({
    url: webhook.url,
    livemode: webhook.livemode,
    headers: signedHeaders(secrets, id, signedAt, body),
    body,
  });
  counters.count(outcome.isTaken ? 'delivered' : outcome.status === undefined ? 'unreachable' : 'refused');
  return { ...outcome, signedAt };
}

/** The delivery after this attempt. Its body is kept as long as it may be sent again. */
export function afterTry(
  { now, randomBytes }: Pick<AttemptPorts, 'now' | 'randomBytes'>,
  before: Delivery,
  outcome: Tried,
): Delivery {
  const at = now();
  const attempts = before.attempts + 1;
  const pause = outcome.isTaken ? undefined : pauseAfter(attempts, chance(randomBytes), outcome.wishMs);
  return {
    ...before,
    attempts,
    attemptedAt: outcome.signedAt ?? at,
    status: outcome.isTaken ? 'delivered' : pause === undefined ? 'failed' : 'waiting',
    nextTryAt: pause === undefined ? undefined : new Date(at.getTime() + pause),
    answerStatus: outcome.status,
    answer: outcome.answer,
    error: outcome.error,
    durationMs: outcome.durationMs,
    body: outcome.isTaken ? undefined : before.body,
  };
}

/**
 * The endpoint's health after an attempt. `isNew`: the event was sent for the first time, so later events wait for it.
 */
export function healthAfter(
  { now, randomBytes }: Pick<AttemptPorts, 'now' | 'randomBytes'>,
  { health }: Pick<Claim, 'health'>,
  outcome: Outcome,
  isNew: boolean,
): Health {
  const isSlow = outcome.durationMs > SLOW_MS;
  if (outcome.isTaken) return { streak: 0, pausedUntil: undefined, failingSince: undefined, isSlow };
  const at = now();
  const failingSince = health.failingSince ?? at;
  if (!isNew) return { ...health, failingSince, isSlow };
  const streak = health.streak + 1;
  const pause = pauseOfStream(streak, chance(randomBytes), outcome.wishMs);
  return { streak, pausedUntil: new Date(at.getTime() + pause), failingSince, isSlow };
}

export function firstTry(
  { newId, now }: Pick<AttemptPorts, 'newId' | 'now'>,
  { id: webhookId }: Pick<Webhook, 'id'>,
  event: { id: EventId; type: string; body: string },
): Delivery {
  return {
    id: newId('dlv'),
    webhookId,
    eventId: event.id,
    eventType: event.type,
    status: 'waiting',
    attempts: 0,
    createdAt: now(),
    attemptedAt: now(),
    nextTryAt: undefined,
    answerStatus: undefined,
    answer: undefined,
    error: undefined,
    durationMs: 0,
    body: event.body,
  };
}

/** A random number in [0, 1). */
function chance(randomBytes: RandomBytes): number {
  const [byte = 0] = randomBytes(1);
  return byte / 256;
}
