/** Badges that are not as they were signed, or not where they belong. */

import type { LedgerFaultSql } from './pg-ledger-fault.ts';

/** The bytes are read as JSON only where their hash is right: others may be anything. */
const NOT_AS_SIGNED = `case
    when b.credential is null then m.status is distinct from 'anonymised'
    when m.status = 'anonymised' or sha256(convert_to(b.credential, 'UTF8')) <> b.sha256 then true
    else b.credential::jsonb ->> 'id' not like '%/b/' || b.code || '.json'
      or b.credential::jsonb #>> '{credentialStatus,statusListIndex}' <> b.place::text
      or b.credential::jsonb #>> '{credentialStatus,statusListCredential}' not like '%/' || b.list
  end`;

export const BADGE_FAULTS: readonly LedgerFaultSql[] = [
  {
    code: 'badge_differs',
    sql: `select b.award_id as where_ids, 'its badge is not as it was signed, or not of this account' as told
            from badges b left join awards a on a.id = b.award_id left join members m on m.id = a.member_id
           where (a.account_id, a.livemode) is distinct from (b.account_id, b.livemode) or ${NOT_AS_SIGNED}`,
  },
  {
    code: 'badge_differs',
    sql: `select b.account_id as where_ids, 'badges of an issuer whose first key is gone' as told
            from (select distinct account_id, livemode from badges) b
           where not exists (select from badge_keys k where (k.account_id, k.livemode, k.number) = (b.account_id, b.livemode, 1))`,
  },
];
