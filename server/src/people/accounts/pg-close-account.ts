/** Closing an account: requested by its owner, done by the operator. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Database } from '../../database/pool.ts';
import { assertNoHold } from '../../holds/pg-holds.ts';
import { findAccount, foundAccount } from './pg-read-account.ts';
import type { AccountStore } from './ports.ts';

const REQUEST_DELETION = `
  with asked as (
    update accounts set deletion_requested_at = $2 where id = $1 and deletion_requested_at is null returning id
  )
  select ${auditCall(3)} from asked`;

const CANCEL_DELETION = `
  with kept as (
    update accounts set deletion_requested_at = null where id = $1 and deletion_requested_at is not null returning id
  )
  select ${auditCall(2)} from kept`;

/** An account has no e-mail address of its own; its id is in the column where older programs expect one. */
const CLOSE_ACCOUNT = `
  with closed as (
    update accounts set closed_at = $2, email = id, name = '', password_hash = null, time_zone = null
     where id = $1 and closed_at is null returning id
  ), keys as (
    update api_keys k set revoked_at = $2, revoked_reason = 'account closed' from closed
     where k.account_id = closed.id and k.revoked_at is null
  ), left_seats as (
    delete from seats s using closed where s.account_id = closed.id
  ), left_invitations as (
    delete from invitations i using closed where i.account_id = closed.id
  ), endpoints as (
    delete from webhooks w using closed where w.account_id = closed.id
  )
  select ${auditCall(3)} from closed`;

export function accountEnding(
  database: Database,
): Pick<AccountStore, 'requestDeletion' | 'cancelDeletion' | 'close'> {
  return {
    async requestDeletion(id, now, by) {
      const note = { accountId: id, at: now, action: 'deletion.request', by } as const;
      await database.query(REQUEST_DELETION, [id, now, ...auditParams(note)], 'request-deletion');
      return foundAccount(database, id);
    },

    async cancelDeletion(id, now, by) {
      const note = { accountId: id, at: now, action: 'deletion.cancel', by } as const;
      await database.query(CANCEL_DELETION, [id, ...auditParams(note)], 'cancel-deletion');
      return foundAccount(database, id);
    },

    async close(id, now, by) {
      const note = { accountId: id, at: now, action: 'account.close', by } as const;
      await database.transaction(async (query) => {
        // Locks the account first, in a statement of its own: opening a session locks this row too, and ending the
        // seats removes the account from every session that names it (`migrations/0061_logins_of_people.sql`).
        await query('select from accounts where id = $1 for no key update', [id], 'lock-account');
        await assertNoHold(query, id);
        return query(CLOSE_ACCOUNT, [id, now, ...auditParams(note)], 'close-account');
      });
      return findAccount(database, id);
    },
  };
}
