/** Stores what owners decide about public pages. */

import { auditCall, auditParams } from '../../audit/note-sql.ts';
import { movePage } from '../../certificates/changes/pg-change-certificate.ts';
import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { PageControls } from './ports.ts';

export function pageControls(database: Database): PageControls {
  return {
    async state(accountId, certificateId) {
      const [row] = await database.query(
        'select hides_names, is_off, views from public_pages where account_id = $1 and certificate_id = $2',
        [accountId, certificateId],
        'public-page-state',
      );
      if (row === undefined) return { hidesNames: false, isOff: false, views: 0 };
      return {
        hidesNames: read.boolean(row, 'hides_names'),
        isOff: read.boolean(row, 'is_off'),
        views: read.number(row, 'views'),
      };
    },

    async change(accountId, certificateId, { hidesNames, isOff }, note) {
      await database.query(
        `with changed as (
           insert into public_pages as p (account_id, certificate_id, hides_names, is_off) values ($1, $2, $3, $4)
           on conflict (account_id, certificate_id) do update set hides_names = $3, is_off = $4
           returning 1
         )
         select ${auditCall(5)} from changed`,
        [accountId, certificateId, hidesNames, isOff, ...auditParams(note)],
        'change-public-page',
      );
    },

    moveTo: (accountId, certificateId, code, note) =>
      database.transaction(async (query) => {
        await movePage(query, accountId, certificateId, code, note.at);
        await query(`select ${auditCall(1)}`, auditParams(note), 'write-audit');
      }),
  };
}
