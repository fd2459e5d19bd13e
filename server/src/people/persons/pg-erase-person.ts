/**
 * The SQL that erases a person, within a transaction. The logs keep what the person did in accounts, under the person's
 * id.
 */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { AccountId, PersonId } from '../../kernel/ids.ts';
import { ROLES, type Role } from '../teams/roles.ts';

/** `owners` is how many owners the account has. */
export type SeatToEnd = { accountId: AccountId; account: string; role: Role; owners: number };

/** Locks the accounts in the order of ids, so that two people who share accounts never wait for each other. */
const LOCK_ACCOUNTS = `
  select a.id from accounts a
   where a.id = first_account_of($1) or a.id in (select t.account_id from seats t where t.person_id = $1)
   order by a.id for no key update`;

const SEATS = `
  select t.account_id, a.name, t.role,
         (select count(*) from seats o where o.account_id = t.account_id and o.role = 'owner') as owners
    from seats t join accounts a on a.id = t.account_id and a.closed_at is null
   where t.person_id = $1 order by t.account_id`;

/**
 * Deleting the row also deletes the person's seats and login data. Open invitations belong to the accounts and stay.
 */
const ERASE = `
  with erased as (
    delete from people where id = $1 returning id, email
  ), ended_invitations as (
    delete from invitations i using erased e
     where lower(i.email) = lower(e.email)
       and (i.accepted_at is not null or i.revoked_at is not null or i.expires_at <= $2)
  ), unfinished as (
    delete from sign_ups s using erased e where lower(s.email) = lower(e.email)
  )
  select ${auditCall(3)} from erased`;

/**
 * Accounts are locked before people, as everywhere (`login/pg-credentials.ts`). Adding a seat reads the person's row,
 * so no seat can be added while that row is locked.
 */
export async function lockPersonAndAccounts(query: Query, personId: PersonId): Promise<AccountId[]> {
  const accounts = await query(LOCK_ACCOUNTS, [personId], 'lock-accounts-of-person');
  await query('select from people where id = $1 for update', [personId], 'lock-person-to-erase');
  return accounts.map((row) => read.id('acct', row, 'id'));
}

export async function seatsToEnd(query: Query, personId: PersonId): Promise<SeatToEnd[]> {
  return (await query(SEATS, [personId], 'seats-to-end')).map((row) => ({
    accountId: read.id('acct', row, 'account_id'),
    account: read.text(row, 'name'),
    role: read.oneOf(row, 'role', ROLES),
    owners: read.number(row, 'owners'),
  }));
}

export async function deletePerson(query: Query, personId: PersonId, now: Date, by: Actor): Promise<void> {
  const note = auditParams({ accountId: personId, at: now, action: 'person.erase', by });
  await query(ERASE, [personId, now, ...note], 'erase-person');
}
