/** Checks people, their seats, what they log in with, and the secrets of second factors. */

import type { Comparison } from '../../database/check/check.ts';
import { compareRows, differing } from '../../database/check/pg-comparison.ts';
import { ownerMissing } from '../../database/check/pg-owners.ts';
import { rowsOf } from '../../database/check/pg-pieces.ts';
import { checkSealed } from '../../database/check/sealed-secrets.ts';
import * as read from '../../database/row-reader.ts';

/** Finds the rows of this table whose person does not exist. `key` orders the rows. */
function personMissing(table: string, key: readonly string[]): Comparison {
  return {
    code: 'person_missing',
    message: 'A row belongs to no person',
    of: rowsOf(table, key, [...new Set([...key, 'person_id'])].join(', ')),
    sql: `select '${table} of ' || o.person_id as where_ids, 'its person does not exist' as told
            from piece o where not exists (select from people p where p.id = o.person_id)`,
  };
}

/** Finds rows that older programs would assign to another account, or to nobody. */
function accountDiffers(table: string, key: readonly string[]): Comparison {
  return {
    code: 'login_account_differs',
    message: 'What older programs read of a login is not that of its person',
    of: rowsOf(table, key, [...new Set([...key, 'person_id', 'account_id'])].join(', ')),
    sql: `select '${table} of ' || o.person_id as where_ids, 'account_id' as told from piece o
           where o.account_id is distinct from
                 case when owns_first_account(o.person_id) then first_account_of(o.person_id) end`,
  };
}

const LOGINS: Readonly<Record<string, readonly string[]>> = {
  sessions: ['token_hash'],
  second_factors: ['person_id'],
  recovery_codes: ['person_id', 'code_hash'],
  passkeys: ['id'],
  password_resets: ['token_hash'],
  address_changes: ['token_hash'],
};

export const checkOwnersOfLogins = compareRows('people: owners', [
  ...Object.entries(LOGINS).flatMap(([table, key]) => [
    personMissing(table, key),
    accountDiffers(table, key),
  ]),
  personMissing('seats', ['account_id', 'person_id']),
  ownerMissing('seats', ['account_id', 'person_id']),
  ownerMissing('invitations', ['id']),
  personMissing('operators', ['person_id']),
  ownerMissing('allowance_requests', ['id']),
]);

const OF_FIRST_OWNER = [
  // The account's copy of an old address may not be in NFC, because such copies were never rewritten.
  ['email', 'case when p.email = p.id then a.id else p.email end not in (a.email, normalize(a.email, NFC))'],
  ['password_hash', 'a.password_hash is distinct from p.password_hash'],
  ['language', 'a.language is distinct from p.language'],
  ['email_proven_at', 'a.email_proven_at is distinct from p.email_proven_at'],
  ['proven_login_at', 'a.proven_login_at is distinct from p.proven_login_at'],
  ['keys_in_doubt_since', 'a.keys_in_doubt_since is distinct from p.keys_in_doubt_since'],
] as const;

export const checkSeats = compareRows('people: seats', [
  {
    code: 'no_owner',
    message: 'An account has no owner',
    of: rowsOf('accounts', ['id'], 'id, closed_at'),
    sql: `select o.id as where_ids, 'nobody owns it' as told from piece o
           where o.closed_at is null
             and not exists (select from seats s where s.account_id = o.id and s.role = 'owner')`,
  },
  {
    code: 'first_owner_differs',
    message: 'What older programs read of an account is not that of its first owner',
    of: rowsOf(
      'accounts',
      ['id'],
      'id, closed_at, email, password_hash, language, email_proven_at, proven_login_at, keys_in_doubt_since',
    ),
    sql: `select a.id as where_ids, ${differing(OF_FIRST_OWNER)} as told
            from piece a join people p on p.id = first_owner_of(a.id)
            join seats s on s.account_id = a.id and s.person_id = p.id and s.role = 'owner'
           where a.closed_at is null and (${OF_FIRST_OWNER.map(([, differs]) => differs).join(' or ')})`,
  },
]);

export const checkSecondFactors = checkSealed({
  name: 'people: second factors',
  code: 'second_factor_broken',
  message: 'The secret of its second factor cannot be decrypted: its codes are refused.',
  secrets: {
    of: rowsOf('second_factors', ['person_id']),
    sql: `select first_account_of(f.person_id) as account_id, s.sealed from piece f, unnest(array[f.secret, f.pending_secret]) as s (sealed)
           where s.sealed is not null`,
  },
  boundTo: (row) => read.text(row, 'account_id'),
});
