/** Finds records of members' own pages that refer to missing records or to another account's. */

import type { Comparison } from '../../database/check/check.ts';
import { compareRows } from '../../database/check/pg-comparison.ts';
import { rowsOf } from '../../database/check/pg-pieces.ts';

const NOT_OF_ACCOUNT = `'its member is not of this account' as told`;

const EVIDENCE = rowsOf('member_evidence', ['id']);
const REQUESTS = rowsOf('member_requests', ['id']);

const ASTRAY = {
  code: 'own_page_astray',
  message: 'What a member did on their own page does not belong together',
};

export const checkOwnPages = compareRows('memberships: own pages', [
  ...[EVIDENCE, REQUESTS].map(
    (of): Comparison => ({
      ...ASTRAY,
      of,
      sql: `select r.id as where_ids, ${NOT_OF_ACCOUNT} from piece r left join members m on m.id = r.member_id
             where (m.account_id, m.livemode) is distinct from (r.account_id, r.livemode)`,
    }),
  ),
  ...[
    rowsOf('member_sessions', ['token_hash']),
    rowsOf('member_links', ['member_id']),
    rowsOf('member_browsers', ['member_id', 'token_hash']),
    rowsOf('member_reminders', ['term_id', 'valid_until', 'days']),
    rowsOf('member_codes', ['account_id', 'subject']),
  ].map(
    (of): Comparison => ({
      ...ASTRAY,
      of,
      sql: `select r.member_id as where_ids, ${NOT_OF_ACCOUNT} from piece r left join members m on m.id = r.member_id
             where r.member_id is not null and m.account_id is distinct from r.account_id`,
    }),
  ),
  {
    ...ASTRAY,
    of: EVIDENCE,
    sql: `select e.id as where_ids, 'its certificate or its award is not there, or not of this account' as told
            from piece e
            left join certificates c on c.account_id = e.account_id and c.id = e.certificate_id
            left join awards a on a.id = e.award_id
           where (e.certificate_id is not null and c.id is null)
              or (e.award_id is not null and (e.certificate_id is null or a.account_id is distinct from e.account_id))`,
  },
  {
    ...ASTRAY,
    of: REQUESTS,
    sql: `select r.id as where_ids, 'it waits without the values that are wanted, or keeps them after its decision' as told
            from piece r where (r.status = 'pending') <> (r.sealed is not null)`,
  },
]);
