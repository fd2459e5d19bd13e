/** People in PostgreSQL. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { CREDENTIALS_MARK, withPersonLocked } from '../login/pg-credentials.ts';
import { ROLES } from '../teams/roles.ts';
import { findPerson, joinSeat, PERSON_COLUMNS, SEAT_COLUMNS, toPerson, toSeat } from './pg-read-person.ts';
import type { PersonChange, PersonStore } from './ports.ts';

const BY_EMAIL = `
  select ${PERSON_COLUMNS}, p.password_hash, ${CREDENTIALS_MARK} as mark, ${SEAT_COLUMNS} from people p ${joinSeat('null')}
   where lower(p.email) = lower(normalize($1, NFC))`;

/**
 * Takes the address only from a person who never proved it. The person's id replaces it: the id is unique, and nobody
 * can log in with it.
 */
const GIVE_UP_UNPROVEN = `
  with holder as (
    update people set email = id
     where lower(email) = lower(normalize($1, NFC)) and email_proven_at is null and id is distinct from $3
    returning id
  ), left_sessions as (
    delete from sessions s using holder where s.person_id = holder.id
  ), resets as (
    delete from password_resets r using holder where r.person_id = holder.id
  )
  select write_audit(id, $2, 'account.address_lost', 'operator', 'operator', null, null, null, '{}') from holder`;

const CHANGE_PERSON = `
  with changed as (
    update people set name = coalesce($2, name), language = case when $3 then $4 else language end,
           time_zone = case when $5 then $6 else time_zone end
     where id = $1 returning id
  )
  select ${auditCall(7)} from changed`;

const ACCOUNTS = `
  select a.id, a.name, t.role from seats t join accounts a on a.id = t.account_id and a.closed_at is null
   where t.person_id = $1 order by t.last_seen_at desc nulls last, t.created_at, t.account_id`;

export function makePersonStore(database: Database): PersonStore {
  return { ...personReads(database), ...personChanges(database) };
}

type PersonReads = Pick<PersonStore, 'fold' | 'find' | 'findByEmail' | 'credentialsMark' | 'accounts'>;

function personReads(database: Database): PersonReads {
  return {
    async fold(email) {
      const rows = await database.query('select lower(normalize($1, NFC)) as folded', [email], 'fold-email');
      return read.text(read.firstRow(rows), 'folded');
    },

    find: (personId) => findPerson(database, personId),

    async findByEmail(email) {
      const [row] = await database.query(BY_EMAIL, [email], 'person-by-email');
      if (row === undefined) return undefined;
      const passwordHash = read.optionalText(row, 'password_hash');
      return { person: toPerson(row), passwordHash, mark: read.text(row, 'mark'), seat: toSeat(row) };
    },

    async credentialsMark(email) {
      const [row] = await database.query(
        `select ${CREDENTIALS_MARK} as mark from people p where lower(p.email) = lower(normalize($1, NFC))`,
        [email],
        'credentials-mark',
      );
      return row && read.text(row, 'mark');
    },

    async accounts(personId) {
      const rows = await database.query(ACCOUNTS, [personId], 'accounts-of-person');
      return rows.map((row) => ({
        id: read.id('acct', row, 'id'),
        name: read.text(row, 'name'),
        role: read.oneOf(row, 'role', ROLES),
      }));
    },
  };
}

function personChanges(database: Database): Omit<PersonStore, keyof PersonReads> {
  const found = async (personId: Parameters<PersonStore['find']>[0]) => {
    const person = await findPerson(database, personId);
    if (person === undefined) throw new Error(`The person ${personId} is gone`);
    return person;
  };
  return {
    async giveUpUnproven(email, now, winner) {
      await withPersonLocked(database, { email }, (query) =>
        query(GIVE_UP_UNPROVEN, [email, now, winner], 'give-up-unproven'),
      );
    },

    async change(personId, change, now, by) {
      const changed = namesIn(change);
      if (changed.length === 0) return found(personId);
      // Field names only: a person may ask to have their name erased, and audit entries are kept.
      const note = {
        accountId: personId,
        at: now,
        action: 'person.change',
        by,
        details: { changed },
      } as const;
      const params = [
        personId,
        change.name,
        change.language !== undefined,
        change.language,
        change.timeZone !== undefined,
        change.timeZone,
      ];
      await withPersonLocked(database, { person: personId }, (query) =>
        query(CHANGE_PERSON, [...params, ...auditParams(note)], 'change-person'),
      );
      return found(personId);
    },

    async endKeyReview(personId) {
      const sql = 'update people set keys_in_doubt_since = null where id = $1';
      await withPersonLocked(database, { person: personId }, (query) =>
        query(sql, [personId], 'end-key-review'),
      );
    },
  };
}

function namesIn(change: PersonChange): string[] {
  const fields = { name: change.name, language: change.language, time_zone: change.timeZone };
  return Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [name]));
}
