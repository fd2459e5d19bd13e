/** Reads the written events and deletes old ones. */

import type { Database, Query, Row } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import type { Owner } from '../kernel/owner.ts';
import { horizonOf } from './event-types.ts';

export type WrittenEvent = {
  /** The number of the event within its account and mode. */
  number: number;
  /**
   * The type is a plain text, because a newer version on the same database may write types that this version does not
   * know.
   */
  type: string;
  at: Date;
  data: Record<string, unknown>;
};

const COLUMNS = 'number, type, at, data';

/** Reads events, oldest first, of all types or only of those named. */
export async function readEventsAfter(
  query: Query,
  { accountId, livemode }: Owner,
  after: number,
  types: readonly string[] | undefined,
  limit: number,
): Promise<WrittenEvent[]> {
  const rows = await query(
    `select ${COLUMNS} from events
      where account_id = $1 and livemode = $2 and number > $3 and ($4::text[] is null or type = any ($4))
      order by number limit $5`,
    [accountId, livemode, after, types ?? null, limit],
    'events-after',
  );
  return rows.map(toEvent);
}

/** Reads the time and number of the events after (or before) a place in the list. */
export async function readEventKeys(
  query: Query,
  { accountId, livemode }: Owner,
  asked: { isDown: boolean; at: Date; number: number; since: Date; types: readonly string[]; limit: number },
): Promise<{ at: Date; number: number }[]> {
  const [beyond, order] = asked.isDown ? ['<', 'desc'] : ['>', 'asc'];
  const rows = await query(
    `select at, number from events
      where account_id = $1 and livemode = $2 and (at, number) ${beyond} ($3::timestamptz, $4::bigint) and at > $5
        and type = any ($6)
      order by number ${order} limit $7`,
    [accountId, livemode, asked.at, asked.number, asked.since, asked.types, asked.limit],
    `event-keys-${order}`,
  );
  return rows.map((row) => ({ at: read.date(row, 'at'), number: read.number(row, 'number') }));
}

/** The events with these numbers that exist. */
export async function readEvents(
  query: Query,
  { accountId, livemode }: Owner,
  numbers: readonly number[],
): Promise<WrittenEvent[]> {
  if (numbers.length === 0) return [];
  const rows = await query(
    `select ${COLUMNS} from events where account_id = $1 and livemode = $2 and number = any ($3::bigint[])`,
    [accountId, livemode, numbers],
    'events',
  );
  return rows.map(toEvent);
}

function toEvent(row: Row): WrittenEvent {
  return {
    number: read.number(row, 'number'),
    type: read.text(row, 'type'),
    at: read.date(row, 'at'),
    data: read.record(row, 'data'),
  };
}

/**
 * How long the subjects of events are remembered, so that none is written twice. After more than a year, no event about
 * the same day can occur again.
 */
const TOLD_DAYS = 800;

export async function forgetOldEvents(database: Database, now: Date): Promise<void> {
  await database.query('delete from events where at <= $1', [horizonOf(now)], 'forget-events');
  await database.query(
    'delete from told_events where at <= $1',
    [new Date(now.getTime() - TOLD_DAYS * 86_400_000)],
    'forget-told-events',
  );
}
