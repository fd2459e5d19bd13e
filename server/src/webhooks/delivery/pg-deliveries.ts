/** Deliveries in PostgreSQL. All failed ones are kept, and the newest successful ones. */

import type { Database, Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { horizonOf } from '../../events/event-types.ts';
import type { DeliveryId, WebhookId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { DELIVERY_STATUSES, type Delivery } from './delivery.ts';

export const DELIVERY_COLUMNS = `d.id, d.webhook_id, d.event_id, d.event_type, d.status, d.attempts, d.created_at,
  d.attempted_at, d.next_try_at, d.answer_status, d.answer, d.error, d.duration_ms, d.body`;

/** How many successful deliveries are kept for each endpoint. */
const KEPT_DELIVERED = 100;

export async function findDelivery(
  query: Query,
  { accountId, livemode }: Owner,
  deliveryId: DeliveryId,
): Promise<Delivery | undefined> {
  const [row] = await query(
    `select ${DELIVERY_COLUMNS} from webhook_deliveries d where d.id = $1 and d.account_id = $2 and d.livemode = $3`,
    [deliveryId, accountId, livemode],
    'delivery',
  );
  return row && toDelivery(row);
}

/** Both lists begin with the delivery of the oldest event. */
export type Waiting = {
  all: Delivery[];
  due: Delivery[];
  /** The earliest time of the next attempt among deliveries whose time has not come yet. */
  nextTryAt: Date | undefined;
};

/**
 * Reads the deliveries that wait for another attempt. No new events are sent when a hundred of them wait, so there are
 * few enough to read all.
 */
export async function readWaiting(query: Query, webhookId: WebhookId, now: Date): Promise<Waiting> {
  const rows = await query(
    `select ${DELIVERY_COLUMNS} from webhook_deliveries d where d.webhook_id = $1 and d.status = 'waiting'
      order by d.id limit 500`,
    [webhookId],
    'waiting-deliveries',
  );
  const all = rows.map(toDelivery);
  const isDue = ({ nextTryAt }: Delivery) => nextTryAt !== undefined && nextTryAt <= now;
  const later = all.flatMap((one) =>
    isDue(one) || one.nextTryAt === undefined ? [] : one.nextTryAt.getTime(),
  );
  return {
    all,
    due: all.filter(isDue),
    nextTryAt: later.length === 0 ? undefined : new Date(Math.min(...later)),
  };
}

/** Inserts or replaces deliveries, and deletes all but the newest successful ones. */
export async function writeDeliveries(
  query: Query,
  { accountId, livemode }: Owner,
  webhookId: WebhookId,
  deliveries: readonly Delivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await query(
    `insert into webhook_deliveries (id, webhook_id, account_id, livemode, event_id, event_type, status, attempts,
       created_at, attempted_at, next_try_at, answer_status, answer, error, duration_ms, body)
     select id, $1, $2, $3, event_id, event_type, status, attempts, created_at, attempted_at, next_try_at,
            answer_status, answer, error, duration_ms, body
       from json_to_recordset($4::json) as item (id text, event_id text, event_type text, status text,
         attempts integer, created_at timestamptz, attempted_at timestamptz, next_try_at timestamptz,
         answer_status integer, answer text, error text, duration_ms integer, body text)
     on conflict (id) do update set status = excluded.status, attempts = excluded.attempts,
       attempted_at = excluded.attempted_at, next_try_at = excluded.next_try_at,
       answer_status = excluded.answer_status, answer = excluded.answer, error = excluded.error,
       duration_ms = excluded.duration_ms, body = excluded.body`,
    [webhookId, accountId, livemode, JSON.stringify(deliveries.map(toItem))],
    'write-deliveries',
  );
  await query(
    `delete from webhook_deliveries where id in (
       select id from webhook_deliveries where webhook_id = $1 and status = 'delivered'
        order by id desc offset ${KEPT_DELIVERED})`,
    [webhookId],
    'trim-deliveries',
  );
}

/** Schedules for now every waiting delivery that was last tried before this time. */
export async function hasten(
  query: Query,
  webhookId: WebhookId,
  now: Date,
  triedBefore: Date,
): Promise<void> {
  await query(
    `update webhook_deliveries set next_try_at = $2
      where webhook_id = $1 and status = 'waiting' and next_try_at > $2 and attempted_at < $3`,
    [webhookId, now, triedBefore],
    'hasten-deliveries',
  );
}

export async function forgetOldDeliveries(database: Database, now: Date): Promise<void> {
  await database.query(
    'delete from webhook_deliveries where created_at <= $1',
    [horizonOf(now)],
    'forget-deliveries',
  );
}

function toItem(delivery: Delivery) {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    created_at: delivery.createdAt,
    attempted_at: delivery.attemptedAt,
    next_try_at: delivery.nextTryAt,
    answer_status: delivery.answerStatus,
    answer: delivery.answer,
    error: delivery.error,
    duration_ms: delivery.durationMs,
    body: delivery.body,
  };
}

export function toDelivery(row: Row): Delivery {
  return {
    id: read.id('dlv', row, 'id'),
    webhookId: read.text(row, 'webhook_id'),
    eventId: read.id('evt', row, 'event_id'),
    eventType: read.text(row, 'event_type'),
    status: read.oneOf(row, 'status', DELIVERY_STATUSES),
    attempts: read.number(row, 'attempts'),
    createdAt: read.date(row, 'created_at'),
    attemptedAt: read.date(row, 'attempted_at'),
    nextTryAt: read.optionalDate(row, 'next_try_at'),
    answerStatus: read.optionalNumber(row, 'answer_status'),
    answer: read.optionalText(row, 'answer'),
    error: read.optionalText(row, 'error'),
    durationMs: read.number(row, 'duration_ms'),
    body: read.optionalText(row, 'body'),
  };
}

/**
 * Schedules the delivery for now. Its endpoint is scheduled for now too, even if it is paused, because the person who
 * asks for a retry expects the receiver to answer.
 */
export async function sendAgain(query: Query, deliveryId: DeliveryId, now: Date): Promise<void> {
  await query(
    `with again as (
       update webhook_deliveries set status = 'waiting', next_try_at = $2 where id = $1 returning webhook_id
     )
     update webhook_cursors c set due_at = least(c.due_at, $2), paused_until = least(c.paused_until, $2)
       from again where c.webhook_id = again.webhook_id`,
    [deliveryId, now],
    'send-again',
  );
}
