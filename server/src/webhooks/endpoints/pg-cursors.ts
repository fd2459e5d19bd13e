/** Stores how far each endpoint has followed the events of its account, and whether any endpoint waits for news. */

import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type Cursor, wants, wantsCertified } from '../feed/feed.ts';
import type { Webhook } from './webhook.ts';

export const CURSOR_COLUMNS = 'c.created_through, c.network, c.stage, c.certified_through, c.events_through';

export function cursorParams(cursor: Cursor): unknown[] {
  return [cursor.created, cursor.network ?? null, cursor.stage, cursor.certified, cursor.written];
}

export function toCursor(row: Row): Cursor {
  return {
    created: read.number(row, 'created_through'),
    network: read.optionalText(row, 'network'),
    stage: read.number(row, 'stage'),
    certified: read.number(row, 'certified_through'),
    written: read.number(row, 'events_through'),
  };
}

export async function findCursor(query: Query, { id }: Pick<Webhook, 'id'>): Promise<Cursor | undefined> {
  const [row] = await query(
    `select ${CURSOR_COLUMNS} from webhook_cursors c where c.webhook_id = $1 for update`,
    [id],
    'cursor',
  );
  return row && toCursor(row);
}

/** Sets the endpoint to this cursor and forgets earlier failures. A disabled endpoint is not scheduled. */
export async function placeCursor(
  query: Query,
  { id, accountId, livemode, status, events }: Webhook,
  cursor: Cursor,
  now: Date,
): Promise<void> {
  const isEnabled = status === 'enabled';
  await query(
    `insert into webhook_cursors as c (webhook_id, account_id, livemode, created_through, network, stage,
       certified_through, events_through, awaits, due_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (webhook_id) do update set created_through = excluded.created_through, network = excluded.network,
       stage = excluded.stage, certified_through = excluded.certified_through, events_through = excluded.events_through,
       awaits = excluded.awaits, due_at = excluded.due_at, streak = 0, paused_until = null, failing_since = null,
       is_slow = false`,
    [
      id,
      accountId,
      livemode,
      ...cursorParams(cursor),
      isEnabled && wantsCertified(events),
      isEnabled ? now : null,
    ],
    'place-cursor',
  );
}

/**
 * Marks on the account's counters whether an endpoint must be woken when they change. Call it after every change of an
 * endpoint.
 */
export async function watch(query: Query, { accountId, livemode }: Owner): Promise<void> {
  const rows = await query(
    `select events from webhooks where account_id = $1 and livemode = $2 and status = 'enabled'`,
    [accountId, livemode],
    'watched-events',
  );
  const lists = rows.map((row) => (Array.isArray(row.events) ? row.events.map(String) : []));
  const isOfCertificates = lists.some(
    (events) =>
      wants(events, 'certificate.created') || wantsCertified(events) || wants(events, 'allowance.low'),
  );
  await query(
    'update certificate_counts set watched = $3, news = news and $3 where account_id = $1 and livemode = $2',
    [accountId, livemode, isOfCertificates],
    'watch-certificates',
  );
  await query(
    `insert into event_counts (account_id, livemode, watched) values ($1, $2, $3)
     on conflict (account_id, livemode) do update set watched = $3, news = event_counts.news and $3`,
    [accountId, livemode, lists.length > 0],
    'watch-events',
  );
}

/** A disabled endpoint is not scheduled until somebody enables it. */
export async function placeRest(query: Query, { id }: Pick<Webhook, 'id'>): Promise<void> {
  await query(
    'update webhook_cursors set due_at = null, awaits = false, claimed_by = null where webhook_id = $1',
    [id],
    'rest-webhook',
  );
}
