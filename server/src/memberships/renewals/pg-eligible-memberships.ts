/**
 * Memberships whose points suffice to be renewed today, found by the index of term ends. Checklists are not considered.
 * A member with a pending request does not lapse before it is decided.
 */

import * as read from '../../database/row-reader.ts';
import type { ClockId, MemberId, MembershipId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type Filter, MOST_COUNTED } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import { whereClock } from '../clocks/clock-filter.ts';
import { addDays } from '../standing/days.ts';

/** The memberships to look at: of one program, and of one test clock or none. */
type Among = { programId: string | undefined; clockId: ClockId | undefined };

/** The tables and conditions of the query, with `memberships m` and `membership_terms t`, and their parameters. */
export async function eligibleMatching(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  today: string,
  { programId, clockId }: Among,
): Promise<{ matching: string; params: unknown[] }> {
  const opens = await query(
    `select coalesce(max((v.rules->>'renewal_opens_days')::integer), 0) as days from programs p
       join program_versions v on v.program_id = p.id where p.account_id = $1 and p.livemode = $2`,
    [accountId, livemode],
    'longest-opening',
  );
  const latest = addDays(today, read.number(read.firstRow(opens), 'days'));
  const params = [accountId, livemode, today, latest, programId ?? null];
  const filter: Filter = { conditions: ['true'], params };
  whereClock(filter, { accountId, livemode }, 'm.member_id', clockId);
  const matching = `memberships m join membership_terms t on t.id = m.term_id
      join program_versions v on v.program_id = m.program_id and v.version = t.program_version
     where m.account_id = $1 and m.livemode = $2 and m.term_met and m.valid_until <= $4::date
       and m.effective_status = 'active' and m.starts_on <= $3::date and m.lapses_on > $3::date
       and ($5::text is null or m.program_id = $5)
       and m.valid_until - (v.rules->>'renewal_opens_days')::integer <= $3::date
       and not exists (select from renewals r where r.membership_id = m.id and r.status = 'requested')
       and ${filter.conditions.join(' and ')}`;
  return { matching, params };
}

type Candidates = { candidates: { id: MembershipId; memberId: MemberId }[]; left: number };

/** The next memberships in the order of their ids, and how many follow, counted up to 10,001. */
export async function readCandidates(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  today: string,
  { after, limit, ...among }: Among & { after: string; limit: number },
): Promise<Candidates> {
  const { matching, params } = await eligibleMatching(tools, owner, today, among);
  const past = `m.id > $${params.length + 1}`;
  const rows = await tools.query(
    `select m.id, m.member_id from ${matching} and ${past} order by m.id limit $${params.length + 2}`,
    [...params, after, limit],
  );
  const counted = await tools.query(
    `select count(*)::integer as total from (select from ${matching} and ${past} limit ${MOST_COUNTED + 1}) c`,
    [...params, after],
  );
  const candidates = rows.map((row) => ({
    id: read.id('mbs', row, 'id'),
    memberId: read.id('mem', row, 'member_id'),
  }));
  return { candidates, left: read.number(read.firstRow(counted), 'total') - candidates.length };
}
