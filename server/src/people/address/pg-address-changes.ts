/** Changes of address. Only hashes of their tokens are stored. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import { isUniqueViolation } from '../../database/outcome.ts';
import type { Database, Row } from '../../database/pool.ts';
import { text } from '../../database/row-reader.ts';
import { type Actor, OPERATOR } from '../../kernel/actor.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { ACCOUNT_COLUMNS, toAccount } from '../accounts/pg-read-account.ts';
import { CREDENTIALS_MARK, withAccountLocked } from '../login/pg-credentials.ts';
import type { AddressChangeStore, AddressOutcome } from './ports.ts';

/**
 * The address and password that a pending change depends on. Compared when the change is used, instead of deleting it
 * when the password changes: this also covers a change requested at the same moment, which that statement would not
 * see.
 */
const BASIS = `sha256(convert_to(a.email || chr(10) || coalesce(a.password_hash, ''), 'UTF8'))`;

const ADD = `
  insert into address_changes (token_hash, account_id, email, basis, expires_at)
  select $1, a.id, $4, ${BASIS}, $5 from accounts a where a.id = $2 and ${CREDENTIALS_MARK} = $3
  returning account_id`;

const FIND = `
  select ${ACCOUNT_COLUMNS}, c.email as wanted_email from address_changes c join accounts a on a.id = c.account_id
   where c.token_hash = $1 and c.expires_at > $2 and ${BASIS} = c.basis`;

/**
 * Links that led to the old address. One that is being used at this moment is skipped, as waiting for it could be a
 * deadlock; it finds the account with another address and fails.
 */
const DROP_LINKS = `
  resets as (
    delete from password_resets where token_hash in (
      select r.token_hash from password_resets r join changed on r.account_id = changed.id for update of r skip locked
    )
  ), pending as (
    delete from address_changes where token_hash in (
      select c.token_hash from address_changes c join changed on c.account_id = changed.id for update of c skip locked
    )
  )`;

/** Deleting the row uses up the token: of two requests with the same token, only one finds it. */
const CONFIRM = `
  with used as (
    delete from address_changes where token_hash = $1 and expires_at > $2 returning account_id, email, basis
  ), changed as (
    update accounts a set email = used.email, email_proven_at = $2 from used
     where a.id = used.account_id and ${BASIS} = used.basis
    returning a.id
  ), ${DROP_LINKS}
  select write_audit(id, $2, 'account.change', 'person', id, $3, $4, null, '{"changed":["email"]}') from changed`;

const CHANGE_UNPROVEN = `
  with changed as (
    update accounts a set email = $2, email_proven_at = null where a.id = $1 and ${CREDENTIALS_MARK} = $12 returning a.id
  ), ${DROP_LINKS}
  select ${auditCall(3)} from changed`;

/** The operator vouches for the address. */
const CHANGE_BY_OPERATOR = `
  with changed as (
    update accounts set email = $2, email_proven_at = $4 where id = $1 and closed_at is null returning id
  ), ${DROP_LINKS}
  select ${auditCall(3)} from changed`;

export function makeAddressChangeStore(database: Database): AddressChangeStore {
  return {
    async add({ accountId, checkedMark, email, tokenHash, expiresAt }) {
      const params = [tokenHash, accountId, checkedMark, email, expiresAt];
      const rows = await withAccountLocked(database, { account: accountId }, (query) =>
        query(ADD, params, 'add-address-change'),
      );
      return rows.length === 1;
    },

    async find(tokenHash, now) {
      const [row] = await database.query(FIND, [tokenHash, now], 'address-change');
      return row && { account: toAccount(row), email: text(row, 'wanted_email') };
    },

    confirm: (tokenHash, now, { ip, userAgent }) =>
      outcomeOf(database.query(CONFIRM, [tokenHash, now, ip, userAgent], 'confirm-address')),

    changeUnproven: ({ accountId, checkedMark, email }, now, by) => {
      const params = [...changeParams(accountId, email, now, by), checkedMark];
      return outcomeOf(
        withAccountLocked(database, { account: accountId }, (query) =>
          query(CHANGE_UNPROVEN, params, 'change-address'),
        ),
      );
    },

    changeByOperator: (accountId, email, now) =>
      outcomeOf(
        database.query(
          CHANGE_BY_OPERATOR,
          changeParams(accountId, email, now, OPERATOR),
          'change-address-by-operator',
        ),
      ),
  };
}

function changeParams(accountId: AccountId, email: string, at: Date, by: Actor): unknown[] {
  const note = { accountId, at, action: 'account.change', by, details: { changed: ['email'] } } as const;
  return [accountId, email, ...auditParams(note)];
}

/** The index of addresses decides: two accounts that want the same one at the same moment do not both get it. */
async function outcomeOf(statement: Promise<Row[]>): Promise<AddressOutcome> {
  try {
    return (await statement).length === 1 ? 'changed' : 'void';
  } catch (error) {
    if (isUniqueViolation(error)) return 'taken';
    throw error;
  }
}
