/** Makes one attempt to deliver one event: signs it, sends it, and judges the answer. */

import type { Clock } from '../../kernel/clock.ts';
import type { EventId, NewId } from '../../kernel/ids.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { Webhook } from '../endpoints/webhook.ts';
import type { DeliveryCounters } from './counters.ts';
import type { Delivery } from './delivery.ts';
import { pauseOfProbe } from './outage.ts';
import type { Claim, Health } from './pg-claims.ts';
import { LONGEST_PAUSE_MS, pauseAfter, withWish } from './retry-schedule.ts';
import type { Outcome, Sender } from './sender.ts';
import { signedHeaders } from './sign.ts';

export type AttemptPorts = {
  sender: Pick<Sender, 'send'>;
  now: Clock;
  newId: NewId;
  randomBytes: RandomBytes;
  counters: DeliveryCounters;
};

/** A receiver that takes longer than this is slow and is served apart from the others. */
const SLOW_MS = 2_000;

/**
 * `signedAt` is the `webhook-timestamp` that was sent; undefined if nothing was sent. `chance` is a random number in
 * [0, 1) that all pauses after this attempt use, so that the delivery and its endpoint have their next attempt at the
 * same time.
 */
export type Tried = Outcome & { signedAt?: Date; chance: number };

export async function attempt(
  { sender, now, counters, randomBytes }: AttemptPorts,
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
  const [byte = 0] = randomBytes(1);
  return { ...outcome, signedAt, chance: byte / 256 };
}

/**
 * The delivery after this attempt. Its body is kept as long as it may be sent again. In an outage the oldest event is
 * sent far more often than its schedule says, so only attempts at scheduled times are counted, and an outage never
 * uses up the last attempt.
 */
export function afterTry(
  { now }: Pick<AttemptPorts, 'now'>,
  before: Delivery,
  outcome: Tried,
  isOutage: boolean,
): Delivery {
  const at = now();
  const tried = {
    ...before,
    attemptedAt: outcome.signedAt ?? at,
    answerStatus: outcome.status,
    answer: outcome.answer,
    error: outcome.error,
    durationMs: outcome.durationMs,
  };
  const attempts = before.attempts + 1;
  if (outcome.isTaken) {
    return { ...tried, attempts, status: 'delivered', nextTryAt: undefined, body: undefined };
  }
  if (before.nextTryAt !== undefined && before.nextTryAt > at) return tried;
  const pause = pauseAfter(attempts, outcome.chance, outcome.wishMs);
  if (pause === undefined && isOutage) return { ...tried, nextTryAt: after(at, LONGEST_PAUSE_MS) };
  return {
    ...tried,
    attempts,
    status: pause === undefined ? 'failed' : 'waiting',
    nextTryAt: pause === undefined ? undefined : after(at, pause),
  };
}

/**
 * The endpoint's health after an attempt. `outage` says that the failure is part of an outage, so all later events
 * wait.
 */
export function healthAfter(
  { now }: Pick<AttemptPorts, 'now'>,
  { health }: Pick<Claim, 'health'>,
  outcome: Tried,
  outage: { failed: number; since: Date } | undefined,
): Health {
  const isSlow = outcome.durationMs > SLOW_MS;
  if (outcome.isTaken) return { streak: 0, pausedUntil: undefined, failingSince: undefined, isSlow };
  const at = now();
  const failingSince = health.failingSince ?? at;
  if (outage === undefined) return { ...health, failingSince, isSlow };
  const pause = withWish(pauseOfProbe(at.getTime() - outage.since.getTime()), outcome.chance, outcome.wishMs);
  return { streak: outage.failed, pausedUntil: after(at, pause), failingSince, isSlow };
}

function after(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms);
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
