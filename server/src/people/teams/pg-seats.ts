/** Seats in PostgreSQL. */

import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { PERSON_COLUMNS, toPerson } from '../persons/pg-read-person.ts';
import type { SeatStore } from './ports.ts';
import { DECIDING_ROLES, ROLES } from './roles.ts';

const OWNERS = `
  select ${PERSON_COLUMNS} from seats t join people p on p.id = t.person_id
   where t.account_id = $1 and t.role = 'owner' order by t.created_at, t.person_id`;

const COUNT_DECIDING =
  'select count(*)::integer as people from seats where account_id = $1 and role = any ($2)';

const SEATS_OF = `
  select p.id, p.name, t.role from people p left join seats t on t.person_id = p.id and t.account_id = $1
   where p.id = any ($2)`;

export function makeSeatStore(database: Database): SeatStore {
  return {
    async owners(accountId) {
      return (await database.query(OWNERS, [accountId], 'owners')).map(toPerson);
    },

    async accountName(accountId) {
      const sql = 'select name from accounts where id = $1';
      return read.text(read.firstRow(await database.query(sql, [accountId], 'account-name')), 'name');
    },

    async countDeciding(accountId) {
      const rows = await database.query(COUNT_DECIDING, [accountId, DECIDING_ROLES], 'count-deciding');
      return read.number(read.firstRow(rows), 'people');
    },

    async seatsOf(accountId, people) {
      const rows = await database.query(SEATS_OF, [accountId, people], 'seats-of');
      return rows.map((row) => ({
        id: read.id('per', row, 'id'),
        name: read.text(row, 'name'),
        role: read.optionalOneOf(row, 'role', ROLES),
      }));
    },
  };
}
