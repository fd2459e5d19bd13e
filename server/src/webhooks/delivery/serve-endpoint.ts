/**
 * Serves one endpoint that this process has claimed: first the retries, then new events in order. What was sent is
 * recorded afterwards. A crash in between leaves the cursor where it was, so the same events are sent again with the
 * same ids: at least once.
 */

import type { RecordSite } from '../../certificates/certificate-record.ts';
import type { Database } from '../../database/pool.ts';
import type { ServerKeys } from '../../kernel/server-keys.ts';
import { bodyOf, type FeedEvent, wantsCertified } from '../feed/feed.ts';
import { findEvent } from '../feed/list-events.ts';
import { type Heads, readHeads } from '../feed/pg-heads.ts';
import { readFeed } from '../feed/read-feed.ts';
import { type AttemptPorts, afterTry, attempt, firstTry, healthAfter } from './attempt.ts';
import type { Delivery } from './delivery.ts';
import { type DisablePorts, disableEndpoint } from './disable-endpoint.ts';
import { openSecrets } from './open-secrets.ts';
import type { Pace } from './pace.ts';
import { type Claim, keepPlace, release } from './pg-claims.ts';
import { hasten, readWaiting, type Waiting, writeDeliveries } from './pg-deliveries.ts';
import { DISABLE_AFTER_MS } from './retry-schedule.ts';
import type { Outcome } from './sender.ts';
import { tellAllowance } from './tell-allowance.ts';

export type ServePorts = AttemptPorts &
  DisablePorts & {
    records: Database;
    serverKeys: ServerKeys;
    pace: Pace;
    /** The number of this process. */
    owner(): number;
    isStopping(): boolean;
  };

/** Events that are read, sent and recorded together. After a crash at most this many are sent twice. */
const AT_ONCE = 64;
const RETRIES_AT_ONCE = 20;
/** With more failures than this, new events wait until some are settled. */
const MOST_WAITING = 100;
/** After this time, other endpoints have their turn. */
const LONGEST_TURN_MS = 2_000;

type Turn = {
  claim: Claim;
  secrets: readonly Uint8Array[];
  endsAt: number;
  /** Deliveries that wait for another attempt; read again when that may have changed. */
  waiting: Waiting | undefined;
};

/** `on`: more may be sent. `later`: in the endpoint's next turn. `stop`: it failed, was taken over, or is gone. */
type Step = 'on' | 'later' | 'stop';

export async function serveEndpoint(ports: ServePorts, site: RecordSite, claim: Claim): Promise<void> {
  const secrets = await openSecrets(ports, claim.webhook, ports.now());
  const turn: Turn = { claim, secrets, endsAt: performance.now() + LONGEST_TURN_MS, waiting: undefined };
  const isFine = (await tryAgain(ports, site, turn)) === 'on';
  const { heads, isMore } = isFine ? await sendNew(ports, site, turn) : { heads: undefined, isMore: true };
  await handBack(ports, turn, heads, isMore);
}

async function waitingOf(ports: ServePorts, turn: Turn): Promise<Waiting> {
  turn.waiting ??= await readWaiting(ports.records.query, turn.claim.webhook.id, ports.now());
  return turn.waiting;
}

async function tryAgain(ports: ServePorts, site: RecordSite, turn: Turn): Promise<Step> {
  const { webhook } = turn.claim;
  const { due } = await waitingOf(ports, turn);
  for (const delivery of due.slice(0, RETRIES_AT_ONCE)) {
    const body = delivery.body ?? (await bodyAgain(ports, site, turn, delivery));
    await ports.pace.turn();
    const outcome =
      body === undefined
        ? EVENT_GONE
        : await attempt(ports, webhook, turn.secrets, { id: delivery.eventId, body });
    const after = afterTry(ports, { ...delivery, body }, outcome);
    const settled =
      body === undefined ? { ...after, status: 'failed' as const, nextTryAt: undefined } : after;
    if ((await noteTry(ports, turn, settled, outcome, turn.claim.cursor, false)) === 'stop') return 'stop';
    // New events are accepted, so only this one is refused and does not hold them up.
    if (!outcome.isTaken && turn.claim.health.streak > 0) return 'stop';
    if (performance.now() > turn.endsAt || ports.isStopping()) return 'later';
  }
  return 'on';
}

const EVENT_GONE: Outcome = {
  isTaken: false,
  status: undefined,
  answer: '',
  error: 'the event is older than thirty days',
  durationMs: 0,
  wishMs: 0,
};

/** A retry was asked for of a delivery that had succeeded. */
async function bodyAgain(
  ports: ServePorts,
  site: RecordSite,
  { claim: { webhook } }: Turn,
  { eventId }: Delivery,
): Promise<string | undefined> {
  const event = await findEvent(ports.records.query, site, webhook, eventId, ports.now());
  return event && bodyOf(event);
}

/** New events until there are none, one fails, or the turn is over. */
async function sendNew(
  ports: ServePorts,
  site: RecordSite,
  turn: Turn,
): Promise<{ heads: Heads | undefined; isMore: boolean }> {
  const { webhook } = turn.claim;
  const query = ports.records.query;
  const { count } = await waitingOf(ports, turn);
  const isPaused = (turn.claim.health.pausedUntil ?? new Date(0)) > ports.now();
  let heads = await readHeads(query, webhook);
  if (heads === undefined || isPaused || count >= MOST_WAITING) return { heads, isMore: false };
  await tellAllowance(ports, webhook, heads, ports.now());
  for (;;) {
    const page = await readFeed(query, site, webhook, webhook.events, turn.claim.cursor, heads, AT_ONCE);
    const step = await sendPage(ports, turn, page.next);
    if (step !== 'on') return { heads, isMore: step === 'later' };
    if (!(await passOver(ports, turn, page.cursor))) return { heads, isMore: false };
    if (!page.isMore) return { heads, isMore: false };
    if (ports.isStopping() || performance.now() > turn.endsAt) return { heads, isMore: true };
    heads = (await readHeads(query, webhook)) ?? heads;
  }
}

/** Successful deliveries are recorded together; a failure is recorded at once and ends the turn. */
async function sendPage(
  ports: ServePorts,
  turn: Turn,
  next: readonly { event: FeedEvent; cursor: Claim['cursor'] }[],
): Promise<Step> {
  const taken: Delivery[] = [];
  for (const { event, cursor } of next) {
    if (ports.isStopping()) break;
    await ports.pace.turn();
    const body = bodyOf(event);
    const before = firstTry(ports, turn.claim.webhook, { id: event.id, type: event.type, body });
    const outcome = await attempt(ports, turn.claim.webhook, turn.secrets, { id: event.id, body });
    const after = afterTry(ports, before, outcome);
    if (!outcome.isTaken) {
      if (taken.length > 0 && (await noteTaken(ports, turn, taken)) === 'stop') return 'stop';
      await noteTry(ports, turn, after, outcome, cursor, true);
      return 'stop';
    }
    const wasFailing = turn.claim.health.streak > 0;
    turn.claim = { ...turn.claim, cursor, health: healthAfter(ports, turn.claim, outcome, true) };
    taken.push(after);
    if (wasFailing) await hastenWaiting(ports, turn);
    if (turn.claim.health.isSlow || performance.now() > turn.endsAt) break;
  }
  const step = taken.length === 0 ? 'on' : await noteTaken(ports, turn, taken);
  return step === 'on' && taken.length < next.length ? 'later' : step;
}

/** Moves past events that the endpoint does not subscribe to. */
async function passOver(ports: ServePorts, turn: Turn, cursor: Claim['cursor']): Promise<boolean> {
  const isThere = JSON.stringify(cursor) === JSON.stringify(turn.claim.cursor);
  turn.claim = { ...turn.claim, cursor };
  return isThere || keepPlace(ports.records.query, ports.owner(), turn.claim);
}

async function hastenWaiting(ports: ServePorts, turn: Turn): Promise<void> {
  await hasten(ports.records.query, turn.claim.webhook.id, ports.now());
  turn.waiting = undefined;
}

/** Cursor and deliveries in one transaction. */
function noteTaken(ports: ServePorts, turn: Turn, taken: readonly Delivery[]): Promise<Step> {
  return ports.records.transaction(async (query) => {
    if (!(await keepPlace(query, ports.owner(), turn.claim))) return 'stop';
    await writeDeliveries(query, turn.claim.webhook, turn.claim.webhook.id, taken);
    return 'on';
  });
}

async function noteTry(
  ports: ServePorts,
  turn: Turn,
  after: Delivery,
  outcome: Outcome,
  cursor: Claim['cursor'],
  isNew: boolean,
): Promise<Step> {
  const { webhook, health: before } = turn.claim;
  const health = healthAfter(ports, turn.claim, outcome, isNew);
  turn.claim = { ...turn.claim, cursor, health };
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

/** When it is due next: now if there is more, at the next retry, or when its pause is over. */
async function handBack(
  ports: ServePorts,
  turn: Turn,
  heads: Heads | undefined,
  isMore: boolean,
): Promise<void> {
  const { webhook, cursor, health } = turn.claim;
  const now = ports.now();
  const { due, nextTryAt } = await waitingOf(ports, turn);
  const pausedUntil =
    health.pausedUntil !== undefined && health.pausedUntil > now ? health.pausedUntil : undefined;
  const times = [
    ...(due.length > 0 || (isMore && pausedUntil === undefined) ? [now] : []),
    ...(nextTryAt === undefined ? [] : [nextTryAt]),
    ...(pausedUntil === undefined ? [] : [pausedUntil]),
  ];
  const at = times.length === 0 ? undefined : new Date(Math.min(...times.map((time) => time.getTime())));
  await release(ports.records.query, ports.owner(), turn.claim, {
    at,
    awaits: wantsCertified(webhook.events) && (heads === undefined || cursor.certified < heads.created),
    seenSize: heads?.certifiedSize ?? -1,
    now,
  });
}
