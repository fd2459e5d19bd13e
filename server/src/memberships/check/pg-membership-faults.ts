/**
 * Finds records of members that refer to missing records or to another account's, and badges that differ from what was
 * signed.
 */

import { compareRows } from '../../database/check/pg-comparison.ts';
import { distinctOf, rowsOf } from '../../database/check/pg-pieces.ts';
import { TALLIES_ASTRAY } from '../overview/pg-tallies.ts';

const DOCUMENTS = rowsOf('documents', ['id']);

/** A badge's bytes are parsed as JSON only if their hash is right; otherwise they may be anything. */
const NOT_AS_SIGNED = `case
    when b.credential is null then m.status is distinct from 'anonymised'
    when m.status = 'anonymised' or sha256(convert_to(b.credential, 'UTF8')) <> b.sha256 then true
    else b.credential::jsonb ->> 'id' not like '%/b/' || b.code || '.json'
      or b.credential::jsonb #>> '{credentialStatus,statusListIndex}' <> b.place::text
      or b.credential::jsonb #>> '{credentialStatus,statusListCredential}' not like '%/' || b.list
  end`;

const ASTRAY = { code: 'membership_astray', message: 'Records of a member do not belong together' };
const DOCUMENT_DIFFERS = {
  code: 'document_differs',
  message: 'A document and its certificate do not belong together',
};
const BADGE_DIFFERS = { code: 'badge_differs', message: 'A badge is not the one that was issued' };

export const checkMembershipRows = compareRows('memberships: records, documents and badges', [
  {
    ...ASTRAY,
    of: rowsOf('memberships', ['id']),
    sql: `select m.id as where_ids, 'its member, its program or its first term is not the one it was opened with' as told
            from piece m
            left join members p on p.id = m.member_id
            left join programs g on g.id = m.program_id
            left join membership_terms t on t.membership_id = m.id and t.number = m.first_term_number and not t.is_void
           where (p.account_id, p.livemode) is distinct from (m.account_id, m.livemode)
              or (g.account_id, g.livemode) is distinct from (m.account_id, m.livemode)
              or t.starts_on is distinct from m.starts_on`,
  },
  {
    ...ASTRAY,
    of: rowsOf('members', ['id']),
    sql: `select m.id as where_ids, 'its test clock does not exist, or is not of its account in test mode' as told
            from piece m left join clocks c on c.id = m.clock_id
           where m.clock_id is not null and (c.account_id, c.livemode) is distinct from (m.account_id, m.livemode)`,
  },
  {
    ...ASTRAY,
    of: rowsOf('membership_terms', ['id']),
    sql: `select t.id as where_ids, 'the term belongs to no membership, or its version of the rules is missing' as told
            from piece t left join memberships m on m.id = t.membership_id
            left join program_versions v on v.program_id = m.program_id and v.version = t.program_version
           where (m.account_id, m.livemode) is distinct from (t.account_id, t.livemode) or v.version is null`,
  },
  {
    ...ASTRAY,
    of: rowsOf('renewals', ['id']),
    sql: `select r.id as where_ids, 'the renewal belongs to no membership, or its terms are not those of it' as told
            from piece r left join memberships m on m.id = r.membership_id
            left join membership_terms t on t.id = r.term_id
            left join membership_terms n on n.id = r.new_term_id
           where (m.account_id, m.livemode) is distinct from (r.account_id, r.livemode)
              or t.membership_id is distinct from r.membership_id
              or (r.new_term_id is not null or r.status in ('approved', 'annulled'))
                 and (n.membership_id is distinct from r.membership_id or n.is_void <> (r.status = 'annulled'))`,
  },
  {
    ...ASTRAY,
    of: distinctOf('ledger_entries', ['member_id']),
    sql: `select e.member_id as where_ids, 'entries of a ledger whose member does not exist' as told
            from piece e where not exists (select from members p where p.id = e.member_id)`,
  },
  {
    code: 'tallies_differ',
    message: 'The figures of a council are counted wrongly',
    repair: 'tallies',
    sql: `select t.account_id || ' ' || t.program_id as where_ids,
                 t.kind || ' ' || t.day || ' is kept as ' || t.kept || ', and ' || t.derived || ' memberships are so' as told
            from (${TALLIES_ASTRAY}) t`,
  },
  {
    ...BADGE_DIFFERS,
    of: rowsOf('badges', ['code']),
    sql: `select b.award_id as where_ids, 'its badge is not as it was signed, or not of this account' as told
            from piece b left join awards a on a.id = b.award_id left join members m on m.id = a.member_id
           where (a.account_id, a.livemode) is distinct from (b.account_id, b.livemode) or ${NOT_AS_SIGNED}`,
  },
  {
    ...DOCUMENT_DIFFERS,
    of: DOCUMENTS,
    sql: `select d.id as where_ids, 'it names a member, an award, a renewal or a successor that is not its own' as told
            from piece d left join members m on m.id = d.member_id
            left join awards a on a.id = d.award_id left join renewals r on r.id = d.renewal_id
            left join memberships s on s.id = r.membership_id left join documents n on n.id = d.replaced_by
           where (m.account_id, m.livemode) is distinct from (d.account_id, d.livemode)
              or d.kind = 'diploma' and a.member_id is distinct from d.member_id
              or d.kind = 'constancia' and s.member_id is distinct from d.member_id
              or d.replaced_by is not null and (n.award_id is distinct from d.award_id or n.status <> 'certified')`,
  },
  {
    ...DOCUMENT_DIFFERS,
    of: DOCUMENTS,
    sql: `select d.id as where_ids, 'its certificate is missing, or has another code' as told
            from piece d
            left join certificates c on c.account_id = d.account_id and c.id = d.certificate_id
           where d.status = 'certified'
             and (c.livemode, c.code) is distinct from (d.livemode, d.code)`,
  },
  {
    ...DOCUMENT_DIFFERS,
    of: DOCUMENTS,
    sql: `select d.id as where_ids, 'what it prints is of another kind, or has another folio' as told
            from piece d
           where d.content is not null
             and (d.content ->> 'kind', d.content ->> 'folio') is distinct from (d.kind, d.folio)`,
  },
  {
    ...BADGE_DIFFERS,
    of: distinctOf('badges', ['account_id', 'livemode']),
    sql: `select b.account_id as where_ids, 'badges of an issuer whose first key is gone' as told
            from piece b
           where not exists (select from badge_keys k where (k.account_id, k.livemode, k.number) = (b.account_id, b.livemode, 1))`,
  },
]);
