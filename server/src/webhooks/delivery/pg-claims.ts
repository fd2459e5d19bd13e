/**
 * Decides which endpoints have something to send, and which process serves each of them. One process at a time serves
 * an endpoint.
 */

import type { Database, Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { SHARED_THINGS } from '../../kernel/shares/shared-things.ts';
import { CURSOR_COLUMNS, cursorParams, toCursor } from '../endpoints/pg-cursors.ts';
import { COLUMNS, toWebhook } from '../endpoints/pg-webhooks.ts';
import type { Webhook } from '../endpoints/webhook.ts';
import type { Cursor } from '../feed/feed.ts';
import type { Due } from './places.ts';

export type Health = {
  /** How many events failed in the current outage; 0 while the endpoint accepts events. */
  streak: number;
  pausedUntil: Date | undefined;
  failingSince: Date | undefined;
  isSlow: boolean;
};

/** An endpoint that this process serves. */
export type Claim = { webhook: Webhook; cursor: Cursor; health: Health };

/** How much of the log is certified in each mode, and how often a certification was undone. */
export type Progress = { live: string; test: string };

const PROGRESS = (livemode: boolean) => `concat_ws(' ', certified_size(${livemode}), (
  select count(*) from log_witnesses w join log_reorganisations r on r.network = w.network where w.livemode = ${livemode}))`;

/**
 * Finds accounts with new events and schedules their endpoints for now. The mark `news` is cleared in the same
 * statement that wakes the endpoints, so no crash loses it. A counter that another transaction is writing to is left
 * for the next round. Endpoints that are already scheduled for now are not changed.
 */
const LOOK = `
  with certificate as (
    select account_id, livemode from certificate_counts where news limit 500 for no key update skip locked
  ), certificate_taken as (
    update certificate_counts n set news = false from certificate c
     where n.account_id = c.account_id and n.livemode = c.livemode
  ), event as (
    select account_id, livemode from event_counts where news limit 500 for no key update skip locked
  ), event_taken as (
    update event_counts n set news = false from event e where n.account_id = e.account_id and n.livemode = e.livemode
  ), woken as (
    select * from certificate union select * from event
  ), awake as (
    update webhook_cursors c set due_at = least(c.due_at, $1) from woken, webhooks w
     where c.account_id = woken.account_id and c.livemode = woken.livemode
       and coalesce(c.paused_until, '-infinity') <= $1 and (c.due_at > $1) is not false
       and w.id = c.webhook_id and w.status = 'enabled'
    returning c.webhook_id
  )
  select ${PROGRESS(true)} as live, ${PROGRESS(false)} as test,
         exists (select from awake)
         or exists (select from webhook_cursors
                     where is_slow in (false, true) and due_at <= $1 and due_at is not null and claimed_by is null)
         as is_due`;

/** Wakes endpoints that have new events. It is one statement, because most rounds find nothing. */
export async function lookForNews(
  database: Database,
  now: Date,
): Promise<{ progress: Progress; isDue: boolean }> {
  const { live, test, is_due } = read.firstRow(await database.query(LOOK, [now], 'look-for-news'));
  return { progress: { live: String(live), test: String(test) }, isDue: is_due === true };
}

/**
 * Wakes endpoints that have not sent all events although no counter reported any. Processes of the previous version do
 * not report new events. This reads all endpoints, so it runs rarely.
 */
export async function wakeBehind(database: Database, now: Date): Promise<void> {
  await database.query(
    `update webhook_cursors c set due_at = least(c.due_at, $1)
       from webhooks w, certificate_counts n
       left join event_counts e on e.account_id = n.account_id and e.livemode = n.livemode
      where w.id = c.webhook_id and w.status = 'enabled' and c.claimed_by is null
        and n.account_id = c.account_id and n.livemode = c.livemode
        and (n.total > c.created_through or e.total > c.events_through)
        and coalesce(c.paused_until, '-infinity') <= $1 and (c.due_at > $1) is not false`,
    [now],
    'wake-behind',
  );
}

/** Wakes endpoints that wait for certifications. After a reorganisation, wakes all endpoints that subscribe to it. */
export async function wakeByChain(
  database: Database,
  livemode: boolean,
  isReorganised: boolean,
  now: Date,
): Promise<void> {
  const wanting = isReorganised
    ? `exists (select from webhooks w where w.id = c.webhook_id and w.status = 'enabled'
                  and w.events && array['*', 'certificate.certified', 'certificate.reorganised'])`
    : 'c.awaits';
  await database.query(
    `update webhook_cursors c set due_at = least(c.due_at, $1)
      where c.livemode = $2 and ${wanting} and coalesce(c.paused_until, '-infinity') <= $1
        and (c.due_at > $1) is not false`,
    [now, livemode],
    `wake-by-chain-${isReorganised}`,
  );
}

/** How many endpoints are considered in a round. */
const MOST_DUE = 1_000;

/**
 * Selects endpoints that are due: first one of each account, then a second one of each, and so on up to the account's
 * limit. In each of these rounds, endpoints that have waited longest come first.
 */
export async function findDue(database: Pick<Database, 'query'>, now: Date, isSlow: boolean): Promise<Due[]> {
  const rows = await database.query(
    `select webhook_id, account_id from (
       select webhook_id, account_id, due_at, row_number() over (partition by account_id order by due_at) as nth
         from webhook_cursors where is_slow = $1 and due_at <= $2 and due_at is not null and claimed_by is null
     ) due where nth <= $3 order by nth, due_at limit $4`,
    [isSlow, now, SHARED_THINGS.deliveries.most, MOST_DUE],
    'find-due-webhooks',
  );
  return rows.map((row) => ({
    webhookId: read.text(row, 'webhook_id'),
    accountId: read.id('acct', row, 'account_id'),
  }));
}

/** Claims those of the given endpoints that no other process has claimed by now. */
export async function claimThese(
  database: Pick<Database, 'query'>,
  owner: number,
  webhookIds: readonly string[],
): Promise<Claim[]> {
  const rows = await database.query(
    `with due as (
       select webhook_id from webhook_cursors
        where webhook_id = any ($2::text[]) and claimed_by is null order by webhook_id for update skip locked
     ), c as (
       update webhook_cursors c set claimed_by = $1, due_at = null from due where c.webhook_id = due.webhook_id
       returning c.*
     )
     select ${COLUMNS}, ${CURSOR_COLUMNS}, c.streak, c.paused_until, c.failing_since, c.is_slow
       from c join webhooks w on w.id = c.webhook_id`,
    [owner, webhookIds],
    'claim-webhooks',
  );
  return rows.map(toClaim);
}

function toClaim(row: Row): Claim {
  return {
    webhook: toWebhook(row),
    cursor: toCursor(row),
    health: {
      streak: read.number(row, 'streak'),
      pausedUntil: read.optionalDate(row, 'paused_until'),
      failingSince: read.optionalDate(row, 'failing_since'),
      isSlow: row.is_slow === true,
    },
  };
}

/**
 * Releases endpoints that were claimed by processes that died, and those that this process claimed but no longer
 * serves.
 */
export async function reclaimWebhooks(
  database: Database,
  owner: number,
  serving: readonly string[],
  now: Date,
): Promise<void> {
  await database.query(
    `with dead as (
       select owner from (select distinct claimed_by as owner from webhook_cursors where claimed_by is not null) o
        where not process_is_alive(owner)
     )
     update webhook_cursors c set claimed_by = null, due_at = least(c.due_at, $1) from dead where c.claimed_by = dead.owner`,
    [now],
    'reclaim-webhooks',
  );
  await database.query(
    `update webhook_cursors c set claimed_by = null, due_at = least(c.due_at, $3)
      where c.claimed_by = $1 and c.webhook_id <> all ($2::text[])`,
    [owner, serving, now],
    'hand-back-webhooks',
  );
}

/**
 * Stores the endpoint's position in the feed. Returns false, without writing anything, if another process has taken
 * over or the endpoint is gone; serving then ends.
 */
export async function keepPlace(
  query: Query,
  owner: number,
  { webhook, cursor, health }: Claim,
): Promise<boolean> {
  const rows = await query(
    `update webhook_cursors c set created_through = $3, network = $4, stage = $5, certified_through = $6,
            events_through = $7, streak = $8, paused_until = $9, failing_since = $10, is_slow = $11
      where c.webhook_id = $1 and c.claimed_by = $2 returning c.webhook_id`,
    [
      webhook.id,
      owner,
      ...cursorParams(cursor),
      health.streak,
      health.pausedUntil ?? null,
      health.failingSince ?? null,
      health.isSlow,
    ],
    'keep-place',
  );
  return rows.length === 1;
}

/**
 * Ends this process's claim on the endpoint. If the endpoint was woken in the meantime, its turn comes at once. The
 * same happens if more was certified since `seenSize`, because an endpoint cannot be woken for that while it is
 * claimed. In an outage nothing new is sent, so `seenSize` is then undefined.
 */
export async function release(
  query: Query,
  owner: number,
  { webhook }: Pick<Claim, 'webhook'>,
  next: { at: Date | undefined; awaits: boolean; seenSize: number | undefined; now: Date },
): Promise<void> {
  await query(
    `update webhook_cursors c set claimed_by = null, awaits = $4,
            due_at = least(c.due_at, $3, case when $4 and certified_size(c.livemode) <> $5 then $6::timestamptz end)
      where c.webhook_id = $1 and c.claimed_by = $2`,
    [webhook.id, owner, next.at ?? null, next.awaits, next.seenSize ?? null, next.now],
    'release-webhook',
  );
}

/** Since when the endpoint that has waited longest has been waiting. */
export async function oldestDue(database: Database): Promise<Date | undefined> {
  const [row] = await database.query(
    'select due_at from webhook_cursors where due_at is not null and claimed_by is null order by due_at limit 1',
    [],
    'oldest-due-webhook',
  );
  return row && read.date(row, 'due_at');
}
