/** What members did on their own pages and that names what is not there, or what is another account's. */

import type { LedgerFaultSql } from './pg-ledger-fault.ts';

const NOT_OF_ACCOUNT = `'its member is not of this account' as told`;

export const OWN_PAGE_FAULTS: readonly LedgerFaultSql[] = [
  {
    code: 'own_page_astray',
    sql: `select r.id as where_ids, ${NOT_OF_ACCOUNT}
            from (select id, account_id, livemode, member_id from member_evidence
                  union all select id, account_id, livemode, member_id from member_requests) r
            left join members m on m.id = r.member_id
           where (m.account_id, m.livemode) is distinct from (r.account_id, r.livemode)`,
  },
  {
    code: 'own_page_astray',
    sql: `select r.member_id as where_ids, ${NOT_OF_ACCOUNT}
            from (select account_id, member_id from member_sessions
                  union all select account_id, member_id from member_links
                  union all select account_id, member_id from member_reminders
                  union all select account_id, member_id from member_codes where member_id is not null) r
            left join members m on m.id = r.member_id where m.account_id is distinct from r.account_id`,
  },
  {
    code: 'own_page_astray',
    sql: `select e.id as where_ids, 'its certificate or its award is not there, or not of this account' as told
            from member_evidence e
            left join certificates c on c.account_id = e.account_id and c.id = e.certificate_id
            left join awards a on a.id = e.award_id
           where (e.certificate_id is not null and c.id is null)
              or (e.award_id is not null and (e.certificate_id is null or a.account_id is distinct from e.account_id))`,
  },
  {
    code: 'own_page_astray',
    sql: `select r.id as where_ids, 'it waits without the values that are wanted, or keeps them after its decision' as told
            from member_requests r where (r.status = 'pending') <> (r.sealed is not null)`,
  },
];
