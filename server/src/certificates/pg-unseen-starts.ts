/**
 * Undoes reservations and claims whose confirmation never arrived, because the connection was lost between the
 * statement and its answer. No other process releases them while this one lives, so this one must.
 */

import { asNotBegun } from '../database/outcome.ts';
import type { Database } from '../database/pool.ts';
import type { AccountId } from '../kernel/ids.ts';
import type { UntilDone } from '../kernel/pacing/until-done.ts';
import type { IdempotentRequest } from './ports.ts';

export type UnseenStarts = {
  /** Runs a statement that reserves; if it fails, anything it did is undone in the background. */
  watch<T>(start: Start, run: () => Promise<T>): Promise<T>;
  /** Marks a reservation as known to a running request. */
  see(reservation: number | undefined): void;
  /** Call this when the request has used or released the reservation. */
  forget(reservation: number | undefined): void;
};

type Start = { accountId: AccountId; idempotent: IdempotentRequest | undefined; now: Date };

export function makeUnseenStarts(
  database: Database,
  owner: () => number,
  untilDone: UntilDone,
): UnseenStarts {
  const seen = new Set<number>();
  const undo = ({ accountId, idempotent, now }: Start) =>
    database.query(
      UNDO,
      [accountId, owner(), now, [...seen], idempotent?.operation, idempotent?.key],
      'undo-unseen-start',
    );
  return {
    async watch(start, run) {
      try {
        return await run();
      } catch (error) {
        // The caller does not wait for this, because the database may be down for long.
        void untilDone('undo an unseen start', () => undo(start));
        // The effects of the statement are undone, and no certificate is begun with it.
        throw asNotBegun(error);
      }
    },
    see(reservation) {
      if (reservation !== undefined) seen.add(reservation);
    },
    forget(reservation) {
      if (reservation !== undefined) seen.delete(reservation);
    },
  };
}

/**
 * Undoes a start, which is identified by its time. Another unconfirmed start of the same account and millisecond
 * loses its reservation too; it then writes nothing, and its caller is asked to try again. Locks the key and then the
 * account, in the same order as `begin`.
 */
const UNDO = `
  with claim as (
    delete from idempotency_keys
     where account_id = $1 and operation = $5 and key = $6 and owner = $2 and created_at = $3 and status is null
    returning key
  ), gone as (
    delete from allowance_reservations
     where account_id = $1 and owner = $2 and created_at = $3 and id <> all ($4::bigint[])
       and (select count(*) from claim) >= 0
    returning id
  )
  update accounts set certificates_left = certificates_left + (select count(*) from gone)
   where id = $1 and exists (select from gone)`;
