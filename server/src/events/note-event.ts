/** Writes events in the transaction of the change that they report: both are stored, or neither. */

import type { Query } from '../database/pool.ts';
import { text } from '../database/row-reader.ts';
import type { Owner } from '../kernel/owner.ts';
import type { WrittenType } from './event-types.ts';

/**
 * `data` holds ids, states, days and points, never personal data; for a certificate only its `id`, and the rest is read
 * when the event is sent.
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
 * Any number in one statement, in this order. Other writers of events of the same account and mode wait until this
 * transaction ends.
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

/** The call of `write_events` with four parameters from `$first` on, for a statement that makes the change too. */
function eventCall(first: number): string {
  return `write_events($${first}, $${first + 1}, $${first + 2}, $${first + 3}::json)`;
}

function eventParams(owner: Owner, at: Date, events: readonly NewEvent[]): unknown[] {
  return [owner.accountId, owner.livemode, at, JSON.stringify(events)];
}

/** The same, but only once for each `subject`: false if any process already wrote it. */
export async function noteEventOnce(
  query: Query,
  owner: Owner,
  subject: string,
  event: NewEvent & { at: Date },
): Promise<boolean> {
  const { type, data, at } = event;
  return (await noteEventsOnce(query, owner, at, [{ subject, type, data }])) === 1;
}

/** Many at once; returns how many were new. Subjects are of the account and mode, and differ from each other. */
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
  const fresh = new Set(rows.map((row) => text(row, 'subject')));
  const told = events.filter(({ subject }) => fresh.has(subject));
  await noteEvents(
    query,
    owner,
    at,
    told.map(({ type, data }) => ({ type, data })),
  );
  return told.length;
}
