/** Changes of address. Only hashes of their tokens are stored. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import { isUniqueViolation } from '../../database/outcome.ts';
import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { type Actor, OPERATOR } from '../../kernel/actor.ts';
import type { PersonId } from '../../kernel/ids.ts';
import { CREDENTIALS_MARK, withPersonLocked } from '../login/pg-credentials.ts';
import { PERSON_COLUMNS, toPerson } from '../persons/pg-read-person.ts';
import type { AddressChangeStore, AddressOutcome } from './ports.ts';

/**
 * The address and password that a pending change depends on. They are compared when the change is used. If a new
 * password deleted pending changes instead, it would miss one that is requested at the same moment.
 */
const BASIS = `sha256(convert_to(p.email || chr(10) || coalesce(p.password_hash, ''), 'UTF8'))`;

const ADD = `
  insert into address_changes (token_hash, person_id, email, basis, expires_at)
  select $1, p.id, $4, ${BASIS}, $5 from people p where p.id = $2 and ${CREDENTIALS_MARK} = $3
  returning person_id`;

const FIND = `
  select ${PERSON_COLUMNS}, c.email as wanted_email from address_changes c join people p on p.id = c.person_id
   where c.token_hash = $1 and c.expires_at > $2 and ${BASIS} = c.basis`;

/**
 * Drops links that led to the old address. A link that is being used at this moment is skipped, because waiting for it
 * could be a deadlock; it then finds that the person has another address, and fails.
 */
const DROP_LINKS = `
  resets as (
    delete from password_resets where token_hash in (
      select r.token_hash from password_resets r join changed on r.person_id = changed.id for update of r skip locked
    )
  ), pending as (
    delete from address_changes where token_hash in (
      select c.token_hash from address_changes c join changed on c.person_id = changed.id for update of c skip locked
    )
  )`;

/** Deleting the row uses up the token: of two requests with the same token, only one finds it. */
const CONFIRM = `
  with used as (
    delete from address_changes where token_hash = $1 and expires_at > $2 returning person_id, email, basis
  ), changed as (
    update people p set email = normalize(used.email, NFC), email_proven_at = $2 from used
     where p.id = used.person_id and ${BASIS} = used.basis
    returning p.id
  ), ${DROP_LINKS}
  select write_audit(id, $2, 'person.change', 'person', id, $3, $4, null, '{"changed":["email"]}') from changed`;

const CHANGE_UNPROVEN = `
  with changed as (
    update people p set email = normalize($2, NFC), email_proven_at = null where p.id = $1 and ${CREDENTIALS_MARK} = $12 returning p.id
  ), ${DROP_LINKS}
  select ${auditCall(3)} from changed`;

/** The operator vouches for the address. */
const CHANGE_BY_OPERATOR = `
  with changed as (
    update people set email = normalize($2, NFC), email_proven_at = $4 where id = $1 returning id
  ), ${DROP_LINKS}
  select ${auditCall(3)} from changed`;

export function makeAddressChangeStore(database: Database): AddressChangeStore {
  return {
    async add({ personId, checkedMark, email, tokenHash, expiresAt }) {
      const params = [tokenHash, personId, checkedMark, email, expiresAt];
      const rows = await withPersonLocked(database, { person: personId }, (query) =>
        query(ADD, params, 'add-address-change'),
      );
      return rows.length === 1;
    },

    async find(tokenHash, now) {
      const [row] = await database.query(FIND, [tokenHash, now], 'address-change');
      return row && { person: toPerson(row), email: read.text(row, 'wanted_email') };
    },

    confirm: (tokenHash, now, { ip, userAgent }) =>
      outcomeOf(
        withPersonLocked(database, { addressToken: tokenHash }, (query) =>
          query(CONFIRM, [tokenHash, now, ip, userAgent], 'confirm-address'),
        ),
      ),

    changeUnproven: ({ personId, checkedMark, email }, now, by) => {
      const params = [...changeParams(personId, email, now, by), checkedMark];
      return outcomeOf(
        withPersonLocked(database, { person: personId }, (query) =>
          query(CHANGE_UNPROVEN, params, 'change-address'),
        ),
      );
    },

    changeByOperator: (personId, email, now) => {
      const params = changeParams(personId, email, now, OPERATOR);
      return outcomeOf(
        withPersonLocked(database, { person: personId }, (query) =>
          query(CHANGE_BY_OPERATOR, params, 'change-address-by-operator'),
        ),
      );
    },
  };
}

function changeParams(personId: PersonId, email: string, at: Date, by: Actor): unknown[] {
  const note = {
    accountId: personId,
    at,
    action: 'person.change',
    by,
    details: { changed: ['email'] },
  } as const;
  return [personId, email, ...auditParams(note)];
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
