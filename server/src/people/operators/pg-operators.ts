/** Stores who is an operator. Every change is written to the operators' log in the same statement. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import { OPERATOR_LOG } from '../../audit/ports.ts';
import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { OperatorStore } from './ports.ts';

/** Addresses compare as everywhere: NFC, then the database's own lower case. */
const IS_NAMED = (addresses: string) =>
  `p.email_proven_at is not null
   and lower(p.email) in (select lower(normalize(named, NFC)) from unnest(${addresses}::text[]) named)`;

const FIND = `
  select s.operator_proven_at from people p join sessions s on s.person_id = p.id and s.id = $2
   where p.id = $1 and (exists (select from operators o where o.person_id = p.id) or ${IS_NAMED('$3')})`;

const LIST = `
  select p.id, p.email, p.name, o.added_at, coalesce(o.is_first, false) as is_first from people p
    left join operators o on o.person_id = p.id
   where o.person_id is not null or ${IS_NAMED('$1')}
   order by o.added_at nulls last, p.id`;

const PROVEN = `
  with proven as (update sessions set operator_proven_at = $2 where id = $1 returning id)
  select ${auditCall(3)} from proven`;

const ADD = `
  with added as (
    insert into operators (person_id, added_at) values ($1, $2) on conflict do nothing returning person_id
  )
  select ${auditCall(3)} from added`;

const REMOVE = `
  with removed as (delete from operators where person_id = $1 returning person_id)
  select ${auditCall(2)} from removed`;

export function makeOperatorStore(database: Pick<Database, 'query'>): OperatorStore {
  return {
    async find(person, session, addresses) {
      const [row] = await database.query(FIND, [person, session, addresses], 'operator');
      return row && { provenAt: read.optionalDate(row, 'operator_proven_at') };
    },

    async proven(session, at, by) {
      const note = { accountId: OPERATOR_LOG, at, action: 'operator.prove', by, target: session } as const;
      await database.query(PROVEN, [session, at, ...auditParams(note)], 'operator-proven');
    },

    async list(addresses) {
      const rows = await database.query(LIST, [addresses], 'operators');
      return rows.map((row) => {
        const addedAt = read.optionalDate(row, 'added_at');
        const added = read.boolean(row, 'is_first') ? 'first' : 'command';
        return {
          person: {
            id: read.id('per', row, 'id'),
            email: read.text(row, 'email'),
            name: read.text(row, 'name'),
          },
          by: addedAt === undefined ? 'settings' : added,
          addedAt,
        };
      });
    },

    async add(person, at, by) {
      const note = { accountId: OPERATOR_LOG, at, action: 'operator.add', by, target: person } as const;
      const rows = await database.query(ADD, [person, at, ...auditParams(note)], 'add-operator');
      return rows.length === 1;
    },

    async remove(person, at, by) {
      const note = { accountId: OPERATOR_LOG, at, action: 'operator.remove', by, target: person } as const;
      const rows = await database.query(REMOVE, [person, ...auditParams(note)], 'remove-operator');
      return rows.length === 1;
    },
  };
}
