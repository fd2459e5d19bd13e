/** The list of members, by who they are and by how their memberships stand. */

import { firstRow, number } from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Standing } from '../chains/standing.ts';
import { longestGraceDays, whereStanding } from '../chains/standing-filter.ts';
import type { Member, MemberStatus } from '../members/member.ts';
import { MEMBER_COLUMNS, toMember } from '../members/pg-members.ts';
import { afterOf, type Filter, type ListQuery, MOST_COUNTED, ownedBy, where } from '../operations/list.ts';
import type { Tools } from '../operations/operation.ts';
import { searchPatterns } from '../operations/search-text.ts';

export type MemberFilter = {
  q?: string;
  member_number?: string;
  professional_license?: string;
  external_id?: string;
  status?: MemberStatus;
  program_id?: string;
  standing?: Standing;
  met?: boolean | undefined;
  term_ends_before?: string;
  term_ends_after?: string;
};

/**
 * Matches are counted first, up to 10,001. Few are fetched by whatever index found them and sorted; among many the
 * newest are soon met by walking. The planner, left alone, may walk a million rows for three matches.
 */
export async function listMembers(
  { query }: Pick<Tools, 'query'>,
  owner: Owner,
  asked: ListQuery & MemberFilter,
  today: string,
): Promise<{ members: Member[]; pagination: object }> {
  const { limit = 20, offset = 0 } = asked;
  const after = afterOf('mem', asked);
  const longestGrace = asked.standing === 'grace' ? await longestGraceDays({ query }, owner) : undefined;
  const { params, ids, matching } = matchesOf(owner, asked, today, longestGrace);
  const counted = await query(
    `select count(*)::integer as total from (select 1 from (${ids}) found limit ${MOST_COUNTED + 1}) counted`,
    params,
  );
  const total = number(firstRow(counted), 'total');
  const hasMany = total > MOST_COUNTED;
  const beyond = after === undefined ? '' : `id < $${params.length + 1}`;
  const rows = await query(
    pageOf(hasMany ? { walk: matching } : { found: ids }, beyond, `limit ${limit + 1} offset ${offset}`),
    after === undefined ? params : [...params, after],
  );
  return {
    members: rows.slice(0, limit).map(toMember),
    pagination: {
      limit,
      offset,
      ...(hasMany ? { total: null, total_at_least: total } : { total }),
      has_more: rows.length > limit,
    },
  };
}

function pageOf(source: { walk: string } | { found: string }, beyond: string, part: string): string {
  if ('walk' in source) {
    const and = beyond === '' ? '' : ` and m.${beyond}`;
    return `select ${MEMBER_COLUMNS} from ${source.walk}${and} order by m.id desc ${part}`;
  }
  return `with found as materialized (${source.found}),
      page as (select id from found ${beyond && `where ${beyond}`} order by id desc ${part})
    select ${MEMBER_COLUMNS} from page join members m using (id) order by m.id desc`;
}

/** `ids` finds the members that match, `matching` is the same as a condition on `members m`. */
function matchesOf(owner: Owner, asked: MemberFilter, today: string, longestGrace: number | undefined) {
  const filter = ownedBy(owner, 'm');
  where(filter, asked.member_number, (p) => `m.member_number = ${p}`);
  where(filter, asked.professional_license, (p) => `m.professional_license = ${p}`);
  where(filter, asked.external_id, (p) => `m.external_id = ${p}`);
  where(filter, asked.status, (p) => `m.status = ${p}`);
  for (const pattern of searchPatterns(asked.q ?? ''))
    where(filter, pattern, (p) => `m.search_text like ${p}`);
  const isOnlyOwned = filter.conditions.length === 2;
  const memberships = membershipFilter(filter, asked, today, longestGrace);
  if (memberships !== undefined) filter.conditions.push(`m.id in (select s.member_id from ${memberships})`);
  const matching = `members m where ${filter.conditions.join(' and ')}`;
  // Where memberships alone decide, members are not looked at until the page is known.
  const ids =
    memberships !== undefined && isOnlyOwned
      ? `select distinct s.member_id as id from ${memberships}`
      : `select m.id from ${matching}`;
  return { params: filter.params, ids, matching };
}

/** The memberships that fit all of it; ended ones only if they are asked for. */
function membershipFilter(
  whole: Filter,
  asked: MemberFilter,
  today: string,
  longestGrace: number | undefined,
): string | undefined {
  const { program_id, standing, met, term_ends_before, term_ends_after } = asked;
  if ([program_id, standing, met, term_ends_before, term_ends_after].every((part) => part === undefined))
    return undefined;
  const filter: Filter = {
    conditions: ['s.account_id = $1', 's.livemode = $2'],
    params: whole.params,
  };
  where(filter, program_id, (p) => `s.program_id = ${p}`);
  if (standing === undefined) filter.conditions.push("s.effective_status in ('active', 'suspended')");
  else whereStanding(filter, 's', standing, today, longestGrace);
  where(filter, met, (p) => `t.met = ${p}`);
  where(filter, term_ends_before, (p) => `s.valid_until < ${p}::date`);
  where(filter, term_ends_after, (p) => `s.valid_until > ${p}::date`);
  const terms = met === undefined ? '' : ' join membership_terms t on t.id = s.term_id';
  return `memberships s${terms} where ${filter.conditions.join(' and ')}`;
}
