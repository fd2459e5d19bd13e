/** Reads and forgets the written events. */

import type { Database, Row, TransactionQuery } from '../database/pool.ts';
import { date, isRecord, number, shaped, text } from '../database/row-reader.ts';
import type { Owner } from '../kernel/owner.ts';
import { horizonOf } from './event-types.ts';

export type WrittenEvent = {
  /** Its place among those of its account and mode. */
  number: number;
  /** A newer version that shares the database may know others. */
  type: string;
  at: Date;
  data: Record<string, unknown>;
};

const COLUMNS = 'number, type, at, data';

/** Oldest first. */
export async function readEventsAfter(
  query: TransactionQuery,
  { accountId, livemode }: Owner,
  after: number,
  limit: number,
): Promise<WrittenEvent[]> {
  const rows = await query(
    `select ${COLUMNS} from events where account_id = $1 and livemode = $2 and number > $3 order by number limit $4`,
    [accountId, livemode, after, limit],
    'events-after',
  );
  return rows.map(toEvent);
}

/** Newest first: those before `before`, of these types where any are named. */
export async function readEventsBefore(
  query: TransactionQuery,
  { accountId, livemode }: Owner,
  asked: { before: number; since: Date; types: readonly string[] | undefined; limit: number },
): Promise<WrittenEvent[]> {
  const rows = await query(
    `select ${COLUMNS} from events
      where account_id = $1 and livemode = $2 and number < $3 and at > $4 and ($5::text[] is null or type = any ($5))
      order by number desc limit $6`,
    [accountId, livemode, asked.before, asked.since, asked.types ?? null, asked.limit],
    'events-before',
  );
  return rows.map(toEvent);
}

export async function findEvent(
  query: TransactionQuery,
  { accountId, livemode }: Owner,
  place: number,
): Promise<WrittenEvent | undefined> {
  const [row] = await query(
    `select ${COLUMNS} from events where account_id = $1 and livemode = $2 and number = $3`,
    [accountId, livemode, place],
    'event',
  );
  return row && toEvent(row);
}

function toEvent(row: Row): WrittenEvent {
  return {
    number: number(row, 'number'),
    type: text(row, 'type'),
    at: date(row, 'at'),
    data: shaped(row, 'data', isRecord, 'an object'),
  };
}

/** A year and more: no warning of a day comes again after it. */
const TOLD_DAYS = 800;

export async function forgetOldEvents(database: Database, now: Date): Promise<void> {
  await database.query('forget-events', 'delete from events where at <= $1', [horizonOf(now)]);
  await database.query('forget-told-events', 'delete from told_events where at <= $1', [
    new Date(now.getTime() - TOLD_DAYS * 86_400_000),
  ]);
}
