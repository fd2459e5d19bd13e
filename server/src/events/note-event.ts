/** Writes events in the transaction of the change that they report: both are stored, or neither. */

import type { Query } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import type { Owner } from '../kernel/owner.ts';
import type { WrittenType } from './event-types.ts';

/**
 * `data` holds ids, states, days and points, and never personal data. For a certificate it holds only the `id`; the
 * rest is read when the event is sent.
 */
export type NewEvent = { type: WrittenType; data: Record<string, unknown> };

export function noteEvent(
  query: Query,
  owner: Owner,
  { type, data, at }: NewEvent & { at: Date },
): Promise<void> {
  return noteEvents(query, owner, at, [{ type, data }]);
}

/**
 * Writes any number of events in one statement, in this order. Other transactions that write events of the same account
 * and mode wait until this one ends.
 */
export async function noteEvents(
  query: Query,
  owner: Owner,
  at: Date,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await query(`select ${eventCall(1)}`, eventParams(owner, at, events), 'write-events');
}

/**
 * The SQL call of `write_events` with four parameters, starting at number `first`, for a statement that also makes the
 * change.
 */
function eventCall(first: number): string {
  return `write_events($${first}, $${first + 1}, $${first + 2}, $${first + 3}::json)`;
}

function eventParams(owner: Owner, at: Date, events: readonly NewEvent[]): unknown[] {
  return [owner.accountId, owner.livemode, at, JSON.stringify(events)];
}

/** Writes an event, but only once for each `subject`. Returns false if any process has already written it. */
export async function noteEventOnce(
  query: Query,
  owner: Owner,
  subject: string,
  event: NewEvent & { at: Date },
): Promise<boolean> {
  const { type, data, at } = event;
  return (await noteEventsOnce(query, owner, at, [{ subject, type, data }])) === 1;
}

/**
 * Claims a notice that is sent only once and not as an event, such as a mail. False if any process has claimed it
 * already.
 */
export async function claimOnce(query: Query, owner: Owner, subject: string, at: Date): Promise<boolean> {
  const rows = await query(
    'insert into told_events (account_id, subject, at) values ($1, $2, $3) on conflict do nothing returning subject',
    [owner.accountId, `${owner.livemode ? 'live' : 'test'} ${subject}`, at],
    'claim-once',
  );
  return rows.length === 1;
}

/**
 * Writes many events, each only once for its subject, and returns how many were new. The subjects are of this account
 * and mode and differ from each other.
 */
export async function noteEventsOnce(
  query: Query,
  owner: Owner,
  at: Date,
  events: readonly (NewEvent & { subject: string })[],
): Promise<number> {
  if (events.length === 0) return 0;
  const prefix = owner.livemode ? 'live ' : 'test ';
  const rows = await query(
    `insert into told_events (account_id, subject, at) select $1, $2 || subject, $3 from unnest($4::text[]) subject
      order by subject on conflict do nothing returning substr(subject, ${prefix.length + 1}) as subject`,
    [owner.accountId, prefix, at, events.map(({ subject }) => subject)],
    'tell-once',
  );
  const fresh = new Set(rows.map((row) => read.text(row, 'subject')));
  const told = events.filter(({ subject }) => fresh.has(subject));
  await noteEvents(
    query,
    owner,
    at,
    told.map(({ type, data }) => ({ type, data })),
  );
  return told.length;
}
