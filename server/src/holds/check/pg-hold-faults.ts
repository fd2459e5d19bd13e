/** Finds legal holds on records that no longer exist. */

import { compareRows } from '../../database/check/pg-comparison.ts';
import { rowsOf } from '../../database/check/pg-pieces.ts';

export const checkHolds = compareRows('holds: targets', [
  {
    code: 'hold_on_nothing',
    message: 'A legal hold is on a record that does not exist',
    of: rowsOf('legal_holds', ['id'], 'id, account_id, kind, target, since, lifted_at'),
    sql: `select h.id || ' ' || h.target as where_ids, case
                   when h.lifted_at < h.since then 'it was lifted before it was set'
                   else 'its account has no such ' || h.kind || ', or it was erased while the hold stood' end as told
            from piece h
           where h.lifted_at < h.since
              or h.lifted_at is null and not case h.kind
                   when 'account' then h.target = h.account_id
                     and exists (select from accounts a where a.id = h.target and (a.closed_at is null or a.closed_at <= h.since))
                   when 'member' then exists (select from members m
                     where m.id = h.target and m.account_id = h.account_id and m.status <> 'anonymised')
                   else exists (select from certificates c
                     where c.account_id = h.account_id and c.id = h.target
                       and (c.file_erased_at is null or c.file_erased_at <= h.since))
                 end`,
  },
]);
