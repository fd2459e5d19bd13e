/**
 * Serves one endpoint that this process has claimed. In an outage it only sends the probe; otherwise it first retries
 * failed deliveries and then sends new events in order. The outcome is recorded after sending. After a crash in
 * between, the cursor is still where it was, so the same events are sent again with the same ids: each event is sent at
 * least once.
 */

import type { RecordSite } from '../../certificates/certificate-record.ts';
import type { Database } from '../../database/pool.ts';
import type { Owner } from '../../kernel/owner.ts';
import { isLow, lowSubject, noteLowAllowance } from '../../people/accounts/low-allowance.ts';
import { bodyOf, type FeedEvent, wantsCertified } from '../feed/feed.ts';
import { type Heads, readHeads } from '../feed/pg-heads.ts';
import { readFeed } from '../feed/read-feed.ts';
import { afterTry, attempt, firstTry, healthAfter } from './attempt.ts';
import type { Delivery } from './delivery.ts';
import { openSecrets } from './open-secrets.ts';
import { isRefusal } from './outage.ts';
import { type Claim, keepPlace, release } from './pg-claims.ts';
import { probeEndpoint } from './probe-endpoint.ts';
import {
  hastenWaiting,
  noteTaken,
  noteTry,
  type ServePorts,
  type Step,
  sendOnceMore,
  type Turn,
  waitingOf,
} from './turn.ts';

/** How many events are read, sent and recorded together. After a crash, at most this many are sent twice. */
const AT_ONCE = 64;
const RETRIES_AT_ONCE = 20;
/** If more failed deliveries than this wait, no new events are sent until some of them are delivered or given up. */
const MOST_WAITING = 100;
/** After this time, the turn ends and other endpoints are served. */
const LONGEST_TURN_MS = 2_000;

/**
 * Warnings that this process knows to be stored, so that it need not ask the database each time. The database has the
 * final word.
 */
const told = new Set<string>();

type Sent = { heads: Heads | undefined; isMore: boolean };

export async function serveEndpoint(ports: ServePorts, site: RecordSite, claim: Claim): Promise<void> {
  const startedAt = ports.now();
  const secrets = await openSecrets(ports, claim.webhook, startedAt);
  const endsAt = performance.now() + LONGEST_TURN_MS;
  const turn: Turn = { claim, secrets, startedAt, endsAt, waiting: undefined };
  const { heads, isMore } = await sendAll(ports, site, turn);
  await handBack(ports, turn, heads, isMore);
}

async function sendAll(ports: ServePorts, site: RecordSite, turn: Turn): Promise<Sent> {
  const probed = turn.claim.health.streak > 0 ? await probeEndpoint(ports, site, turn) : 'back';
  const isFine = probed === 'pass' || (probed === 'back' && (await tryAgain(ports, site, turn)) === 'on');
  return isFine ? sendNew(ports, site, turn) : { heads: undefined, isMore: true };
}

/**
 * Retries failed deliveries. A failure that may be the start of an outage ends the turn: the delivery that failed and
 * those behind it then wait together.
 */
async function tryAgain(ports: ServePorts, site: RecordSite, turn: Turn): Promise<Step> {
  const { due, all } = await waitingOf(ports, turn);
  for (const delivery of due.slice(0, RETRIES_AT_ONCE)) {
    const { after, outcome, isGone } = await sendOnceMore(ports, site, turn, delivery);
    const isOutage = !outcome.isTaken && !isGone && !isRefusal(outcome.status) && after.status === 'waiting';
    const outage = isOutage ? { failed: all.length - all.indexOf(delivery), since: ports.now() } : undefined;
    if ((await noteTry(ports, turn, after, outcome, outage)) === 'stop' || isOutage) return 'stop';
    if (performance.now() > turn.endsAt || ports.isStopping()) return 'later';
  }
  return due.length > RETRIES_AT_ONCE ? 'later' : 'on';
}

/** Sends new events until there are none left, one fails, or the time of the turn is over. */
async function sendNew(ports: ServePorts, site: RecordSite, turn: Turn): Promise<Sent> {
  const { webhook } = turn.claim;
  const query = ports.records.query;
  const { all } = await waitingOf(ports, turn);
  let heads = await readHeads(query, webhook);
  if (heads === undefined || all.length >= MOST_WAITING) return { heads, isMore: false };
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

/** Sends the event about few remaining certificates at once. Otherwise it would come some minutes later. */
async function tellAllowance(
  { records }: { records: Pick<Database, 'transaction'> },
  owner: Owner,
  { allowance: { left, granted } }: Pick<Heads, 'allowance'>,
  at: Date,
): Promise<void> {
  if (!owner.livemode || !isLow(left, granted)) return;
  const warning = `${owner.accountId} ${lowSubject(left, granted)}`;
  if (told.has(warning)) return;
  await records.transaction((query) => noteLowAllowance(query, owner, { left, granted }, at));
  if (told.size > 10_000) told.clear();
  told.add(warning);
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
    const { streak, failingSince } = turn.claim.health;
    const after = afterTry(ports, before, outcome, true);
    if (!outcome.isTaken) {
      if (taken.length > 0 && (await noteTaken(ports, turn, taken)) === 'stop') return 'stop';
      turn.claim = { ...turn.claim, cursor };
      const since = streak === 0 ? ports.now() : (failingSince ?? ports.now());
      await noteTry(ports, turn, after, outcome, { failed: streak + 1, since });
      return 'stop';
    }
    turn.claim = { ...turn.claim, cursor, health: healthAfter(ports, turn.claim, outcome, undefined) };
    taken.push(after);
    if (streak > 0) {
      await hastenWaiting(ports, turn);
      // The outage is over, so the deliveries that failed in it are sent before any other new event.
      return (await noteTaken(ports, turn, taken)) === 'stop' ? 'stop' : 'later';
    }
    if (turn.claim.health.isSlow || performance.now() > turn.endsAt) break;
  }
  const step = taken.length === 0 ? 'on' : await noteTaken(ports, turn, taken);
  return step === 'on' && taken.length < next.length ? 'later' : step;
}

/** Moves the cursor past events to which the endpoint does not subscribe. */
async function passOver(ports: ServePorts, turn: Turn, cursor: Claim['cursor']): Promise<boolean> {
  const isThere = JSON.stringify(cursor) === JSON.stringify(turn.claim.cursor);
  turn.claim = { ...turn.claim, cursor };
  return isThere || keepPlace(ports.records.query, ports.owner(), turn.claim);
}

/**
 * Ends the turn and sets the time of the next one. In an outage that is the next probe; otherwise now if there is more
 * to send, or the next retry.
 */
async function handBack(
  ports: ServePorts,
  turn: Turn,
  heads: Heads | undefined,
  isMore: boolean,
): Promise<void> {
  const { webhook, cursor, health } = turn.claim;
  const now = ports.now();
  const isOutage = health.streak > 0;
  await release(ports.records.query, ports.owner(), turn.claim, {
    at: isOutage ? (health.pausedUntil ?? now) : isMore ? now : await nextRetry(ports, turn, now),
    awaits: wantsCertified(webhook.events) && (heads === undefined || cursor.certified < heads.created),
    seenSize: isOutage ? undefined : (heads?.certifiedSize ?? -1),
    now,
  });
}

async function nextRetry(ports: ServePorts, turn: Turn, now: Date): Promise<Date | undefined> {
  const { due, nextTryAt } = await waitingOf(ports, turn);
  return due.length > 0 ? now : nextTryAt;
}
