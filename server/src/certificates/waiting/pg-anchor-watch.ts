/** Looks up whether awaited certificates are certified by now. */

import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { COLUMNS, FROM, toCertificate } from '../pg-certificates.ts';
import type { AnchorWatch } from './ports.ts';

export function makeAnchorWatch(database: Database): AnchorWatch {
  return {
    async certifiedSizes() {
      const rows = await database.query(
        'select certified_size(true) as live, certified_size(false) as test',
        [],
        'certified-sizes',
      );
      const row = read.firstRow(rows);
      return { live: read.number(row, 'live'), test: read.number(row, 'test') };
    },

    async certifiedAmong(awaited) {
      const rows = await database.query(
        `select (item.place - 1)::integer as place
           from (select certified_size(true) as live, certified_size(false) as test offset 0) size,
                unnest($1::text[], $2::text[]) with ordinality as item (account_id, id, place)
           join certificates c on c.account_id = item.account_id and c.id = item.id
           join lateral log_place(c.ticket) p on true
          where p.leaf_index < case when c.livemode then size.live else size.test end`,
        [awaited.map(({ accountId }) => accountId), awaited.map(({ certificateId }) => certificateId)],
        'certified-among',
      );
      return rows.map((row) => read.number(row, 'place'));
    },

    async read(awaited) {
      const rows = await database.query(
        `select found.* from unnest($1::text[], $2::text[]) as item (account_id, id)
           join lateral (
             select ${COLUMNS} from ${FROM} where c.account_id = item.account_id and c.id = item.id
           ) found on true`,
        [awaited.map(({ accountId }) => accountId), awaited.map(({ certificateId }) => certificateId)],
        'read-awaited',
      );
      const byId = new Map(rows.map((row) => [row.id, toCertificate(row)]));
      return awaited.map(({ certificateId }) => byId.get(certificateId));
    },
  };
}
