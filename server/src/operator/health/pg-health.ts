/**
 * Reads the log's queues and how fast the log grows, for the operator's first page. Each query is cheap even in a
 * large database.
 */

import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';

type QueueLength = { name: string; waiting: number; oldestAt: Date | undefined };

const QUEUES = `
  select 'log' as name, count(*) as waiting,
         (select c.created_at from certificates c where c.ticket = (select min(id) from log_queue)) as oldest_at
    from log_queue
  union all
  select 'batches', coalesce(sum(total - made - failed), 0), min(created_at) from batches where total > made + failed
  union all
  select 'documents', count(*), min(due_at) from documents where status = 'queued'
  union all
  select 'webhooks', count(*), min(due_at) from webhook_cursors where due_at <= $1
  union all
  select 'requests', count(*), min(created_at) from allowance_requests where decided_at is null`;

export async function readQueues(query: Query, now: Date): Promise<QueueLength[]> {
  const rows = await query(QUEUES, [now], 'operator-queues');
  return rows.map((row) => ({
    name: read.text(row, 'name'),
    waiting: read.number(row, 'waiting'),
    oldestAt: read.optionalDate(row, 'oldest_at'),
  }));
}

/**
 * The log signs at most once a second, so this is more than a day of checkpoints. If the queue is longer, only the
 * newest are counted.
 */
const MOST_ROWS = 90_000;

const LOGGED = `
  select date_trunc('hour', created_at, 'UTC') as hour, max(size) as size
    from (select size, created_at from checkpoints order by size desc limit ${MOST_ROWS}) newest
   where created_at >= $1
   group by 1 order by 1`;

const LOGGED_BEFORE = `
  select coalesce(max(size), 0) as size
    from (select size, created_at from checkpoints order by size desc limit ${MOST_ROWS}) newest
   where created_at < $1`;

const WAITING = `
  select date_trunc('hour', c.created_at, 'UTC') as hour, count(*) as made
    from (select id from log_queue order by id desc limit ${MOST_ROWS}) waiting
    join certificates c on c.ticket = waiting.id
   where c.ticket >= (select min(id) from log_queue) and c.created_at >= $1
   group by 1`;

/**
 * How many certificates were made in each hour since `from`, by the start of the hour in milliseconds. Certificates
 * that the log has signed count in the hour of the signature; the others count in the hour in which they were made.
 */
export async function readPace(query: Query, from: Date): Promise<Map<number, number>> {
  const pace = new Map<number, number>();
  let before = read.number(read.firstRow(await query(LOGGED_BEFORE, [from], 'operator-pace-before')), 'size');
  for (const row of await query(LOGGED, [from], 'operator-pace')) {
    const size = read.number(row, 'size');
    pace.set(read.date(row, 'hour').getTime(), size - before);
    before = size;
  }
  for (const row of await query(WAITING, [from], 'operator-pace-waiting')) {
    const hour = read.date(row, 'hour').getTime();
    pace.set(hour, (pace.get(hour) ?? 0) + read.number(row, 'made'));
  }
  return pace;
}
