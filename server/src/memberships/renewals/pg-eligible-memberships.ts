/**
 * Memberships that could be renewed today by their points, found by the index of term ends. Checklists are not
 * considered. A member with a pending request does not lapse before it is decided.
 */

import { firstRow, id, number } from '../../database/row-reader.ts';
import type { MemberId, MembershipId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { MOST_COUNTED } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import { addDays } from '../standing/days.ts';

/** The tables and conditions, with `memberships m` and `membership_terms t`, and the parameters $1 to $5. */
export async function eligibleMatching(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  today: string,
  programId: string | undefined,
): Promise<{ matching: string; params: unknown[] }> {
  const opens = await query(
    `select coalesce(max((v.rules->>'renewal_opens_days')::integer), 0) as days from programs p
       join program_versions v on v.program_id = p.id where p.account_id = $1 and p.livemode = $2`,
    [accountId, livemode],
    'longest-opening',
  );
  const latest = addDays(today, number(firstRow(opens), 'days'));
  const matching = `memberships m join membership_terms t on t.id = m.term_id
      join program_versions v on v.program_id = m.program_id and v.version = t.program_version
     where m.account_id = $1 and m.livemode = $2 and m.term_met and m.valid_until <= $4::date
       and m.effective_status = 'active' and m.starts_on <= $3::date and m.lapses_on > $3::date
       and ($5::text is null or m.program_id = $5)
       and m.valid_until - (v.rules->>'renewal_opens_days')::integer <= $3::date
       and not exists (select from renewals r where r.membership_id = m.id and r.status = 'requested')`;
  return { matching, params: [accountId, livemode, today, latest, programId ?? null] };
}

type Candidates = { candidates: { id: MembershipId; memberId: MemberId }[]; left: number };

/** The next memberships in the order of their ids, and how many there are from there on, up to 10,001. */
export async function readCandidates(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  today: string,
  { programId, after, limit }: { programId: string | undefined; after: string; limit: number },
): Promise<Candidates> {
  const { matching, params } = await eligibleMatching(tools, owner, today, programId);
  const rows = await tools.query(
    `select m.id, m.member_id from ${matching} and m.id > $6 order by m.id limit $7`,
    [...params, after, limit],
    'renewal-candidates',
  );
  const counted = await tools.query(
    `select count(*)::integer as total from (select from ${matching} and m.id > $6 limit ${MOST_COUNTED + 1}) c`,
    [...params, after],
    'count-renewal-candidates',
  );
  const candidates = rows.map((row) => ({ id: id('mbs', row, 'id'), memberId: id('mem', row, 'member_id') }));
  return { candidates, left: number(firstRow(counted), 'total') - candidates.length };
}
