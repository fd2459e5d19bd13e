/** The turn of one endpoint: which deliveries are sent again in it, and how each outcome is recorded. */

import type { RecordSite } from '../../certificates/certificate-record.ts';
import type { Database } from '../../database/pool.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import { bodyOf } from '../feed/feed.ts';
import { findEvent } from '../feed/list-events.ts';
import { type AttemptPorts, afterTry, attempt, healthAfter, type Tried } from './attempt.ts';
import type { Delivery } from './delivery.ts';
import { type DisablePorts, disableEndpoint } from './disable-endpoint.ts';
import type { Pace } from './pace.ts';
import { type Claim, keepPlace } from './pg-claims.ts';
import { hasten, readWaiting, type Waiting, writeDeliveries } from './pg-deliveries.ts';
import { DISABLE_AFTER_MS } from './retry-schedule.ts';

export type ServePorts = AttemptPorts &
  DisablePorts & {
    records: Database;
    serverKeys: ServerKeys;
    pace: Pace;
    /** The number of this process. */
    owner(): number;
    isStopping(): boolean;
  };

export type Turn = {
  claim: Claim;
  secrets: readonly Uint8Array[];
  startedAt: Date;
  /** A time of the process's own clock (`performance.now`). */
  endsAt: number;
  /**
   * The deliveries that wait for another attempt. Undefined when they must be read again because they may have changed.
   */
  waiting: Waiting | undefined;
};

/**
 * `on`: more may be sent. `later`: the rest is sent in the endpoint's next turn. `stop`: the endpoint failed, was taken
 * over by another process, or is gone.
 */
export type Step = 'on' | 'later' | 'stop';

export async function waitingOf(ports: ServePorts, turn: Turn): Promise<Waiting> {
  turn.waiting ??= await readWaiting(ports.records.query, turn.claim.webhook.id, ports.now());
  return turn.waiting;
}

const GONE = { isTaken: false, status: undefined, answer: '', durationMs: 0, wishMs: 0, chance: 0 };
const EVENT_GONE: Tried = { ...GONE, error: 'the event is older than thirty days' };

export type SentAgain = { after: Delivery; outcome: Tried; isGone: boolean };

/** Sends a delivery again; recording the outcome is left to the caller. */
export async function sendOnceMore(
  ports: ServePorts,
  site: RecordSite,
  { claim: { webhook, health }, secrets }: Turn,
  delivery: Delivery,
): Promise<SentAgain> {
  // A delivery that had succeeded no longer has a body. It is sent again because somebody asked for it.
  const event =
    delivery.body ?? (await findEvent(ports.records.query, site, webhook, delivery.eventId, ports.now()));
  if (event === undefined) {
    const after = afterTry(ports, delivery, EVENT_GONE, false);
    return { after: { ...after, status: 'failed', nextTryAt: undefined }, outcome: EVENT_GONE, isGone: true };
  }
  const body = typeof event === 'string' ? event : bodyOf(event);
  await ports.pace.turn();
  const outcome = await attempt(ports, webhook, secrets, { id: delivery.eventId, body });
  return {
    after: afterTry(ports, { ...delivery, body }, outcome, health.streak > 0),
    outcome,
    isGone: false,
  };
}

/** Records the deliveries and the endpoint's cursor in one transaction. */
export function noteTaken(ports: ServePorts, turn: Turn, taken: readonly Delivery[]): Promise<Step> {
  return ports.records.transaction(async (query) => {
    if (!(await keepPlace(query, ports.owner(), turn.claim))) return 'stop';
    await writeDeliveries(query, turn.claim.webhook, turn.claim.webhook.id, taken);
    return 'on';
  });
}

/**
 * Records a failure. `outage` says how many events failed in the outage that the failure is part of, and since when.
 */
export async function noteTry(
  ports: ServePorts,
  turn: Turn,
  after: Delivery,
  outcome: Tried,
  outage: { failed: number; since: Date } | undefined,
): Promise<Step> {
  const { webhook, health: before } = turn.claim;
  const health = healthAfter(ports, turn.claim, outcome, outage);
  turn.claim = { ...turn.claim, health };
  turn.waiting = undefined;
  if ((await noteTaken(ports, turn, [after])) === 'stop') return 'stop';
  if (outcome.isTaken) {
    if (before.streak > 0) await hastenWaiting(ports, turn);
    return 'on';
  }
  const failedForMs = ports.now().getTime() - (health.failingSince ?? ports.now()).getTime();
  const reason = outcome.status === 410 ? 'gone' : failedForMs >= DISABLE_AFTER_MS ? 'failing' : undefined;
  if (reason === undefined) return 'on';
  await disableEndpoint(ports, webhook, reason);
  return 'stop';
}

/**
 * After an outage, schedules for now every delivery that waits for another attempt. A delivery that was refused in
 * this turn keeps its own time.
 */
export async function hastenWaiting(ports: ServePorts, turn: Turn): Promise<void> {
  await hasten(ports.records.query, turn.claim.webhook.id, ports.now(), turn.startedAt);
  turn.waiting = undefined;
}
