/** Writes events in the transaction of the change that they tell of: both are there, or neither. */

import type { TransactionQuery } from '../database/pool.ts';
import { boolean } from '../database/row-reader.ts';
import type { Owner } from '../kernel/owner.ts';
import type { WrittenType } from './event-types.ts';

/** `data` holds ids, states, days and points, never personal data; of a certificate only its `id`, the rest is read when it is told. */
export type NewEvent = { type: WrittenType; data: Record<string, unknown> };

export function noteEvent(
  query: TransactionQuery,
  owner: Owner,
  { type, data, at }: NewEvent & { at: Date },
): Promise<void> {
  return noteEvents(query, owner, at, [{ type, data }]);
}

/** Any number in one statement, in this order. Whoever else writes events of the account and mode waits until this transaction ends. */
export async function noteEvents(
  query: TransactionQuery,
  owner: Owner,
  at: Date,
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  await query(`select ${eventCall(1)}`, eventParams(owner, at, events), 'write-events');
}

/** The call of `write_events` with four parameters from `$first` on, for a statement that makes the change too. */
export function eventCall(first: number): string {
  return `write_events($${first}, $${first + 1}, $${first + 2}, $${first + 3}::json)`;
}

export function eventParams(owner: Owner, at: Date, events: readonly NewEvent[]): unknown[] {
  return [owner.accountId, owner.livemode, at, JSON.stringify(events)];
}

/** The same, once for each `subject`: false where it was told before, by any process. */
export async function noteEventOnce(
  query: TransactionQuery,
  owner: Owner,
  subject: string,
  event: NewEvent & { at: Date },
): Promise<boolean> {
  const [row] = await query(
    `with told as (
       insert into told_events (account_id, subject, at) values ($1, $2, $3) on conflict do nothing returning at
     )
     select exists (select from told) as is_new`,
    [owner.accountId, `${owner.livemode ? 'live' : 'test'} ${subject}`, event.at],
    'tell-once',
  );
  if (row === undefined || !boolean(row, 'is_new')) return false;
  await noteEvent(query, owner, event);
  return true;
}
