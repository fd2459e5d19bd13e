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

    // Changes a PDF and its sealed copy together: both have the same content, and each page links to the other. The
    // copy has its id from the start.
    async change(accountId, certificateId, { hidesNames, isOff }, note) {
      await database.query(
        `with pages (id) as (
           select $2::text
           union select s.copy_id from pdf_seals s where s.account_id = $1 and s.certificate_id = $2
           union select s.certificate_id from pdf_seals s where s.account_id = $1 and s.copy_id = $2
         ), changed as (
           insert into public_pages as p (account_id, certificate_id, hides_names, is_off)
           select $1, id, $3, $4 from pages order by id
           on conflict (account_id, certificate_id) do update set hides_names = $3, is_off = $4
           returning 1
         )
         select ${auditCall(5)} from (select from changed limit 1) one`,
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
