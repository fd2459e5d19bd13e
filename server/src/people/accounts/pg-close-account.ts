/** Closing an account: requested by its owner, done by the operator. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Database } from '../../database/pool.ts';
import { assertNoHold } from '../../holds/pg-holds.ts';
import { withAccountLocked } from '../login/pg-credentials.ts';
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

/** The id replaces the e-mail address: it is unique, and cannot be used to sign up or receive mail. */
const CLOSE_ACCOUNT = `
  with closed as (
    update accounts set closed_at = $2, email = id, name = '', password_hash = null, time_zone = null
     where id = $1 and closed_at is null returning id
  ), keys as (
    update api_keys k set revoked_at = $2, revoked_reason = 'account closed' from closed
     where k.account_id = closed.id and k.revoked_at is null
  ), left_sessions as (
    delete from sessions s using closed where s.account_id = closed.id
  ), factor as (
    delete from second_factors f using closed where f.account_id = closed.id
  ), codes as (
    delete from recovery_codes r using closed where r.account_id = closed.id
  ), keyless as (
    delete from passkeys p using closed where p.account_id = closed.id
  ), resets as (
    delete from password_resets r using closed where r.account_id = closed.id
  ), changes as (
    delete from address_changes c using closed where c.account_id = closed.id
  ), endpoints as (
    delete from webhooks w using closed where w.account_id = closed.id
  )
  select ${auditCall(3)} from closed`;

/** Only an account that never proved the address. As in a closed account, the id replaces it. */
const GIVE_UP_UNPROVEN = `
  with holder as (
    update accounts set email = id
     where lower(email) = lower($1) and email_proven_at is null and closed_at is null and id is distinct from $3
    returning id
  ), left_sessions as (
    delete from sessions s using holder where s.account_id = holder.id
  ), resets as (
    delete from password_resets r using holder where r.account_id = holder.id
  )
  select write_audit(id, $2, 'account.address_lost', 'operator', 'operator', null, null, null, '{}') from holder`;

export function accountEnding(
  database: Database,
): Pick<AccountStore, 'requestDeletion' | 'cancelDeletion' | 'close' | 'giveUpUnproven'> {
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

    async giveUpUnproven(email, now, winner) {
      await withAccountLocked(database, { email }, (query) =>
        query(GIVE_UP_UNPROVEN, [email, now, winner], 'give-up-unproven'),
      );
    },

    async close(id, now, by) {
      const note = { accountId: id, at: now, action: 'account.close', by } as const;
      await withAccountLocked(database, { account: id }, async (query) => {
        await assertNoHold(query, id);
        return query(CLOSE_ACCOUNT, [id, now, ...auditParams(note)], 'close-account');
      });
      return findAccount(database, id);
    },
  };
}
