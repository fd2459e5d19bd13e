/** The list of members, by who they are and by how their memberships stand. */

import type { Row } from '../../database/pool.ts';
import { firstRow, number } from '../../database/row-reader.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Standing } from '../chains/standing.ts';
import { whereStanding } from '../chains/standing-filter.ts';
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
  const filter = filterOf(owner, asked, today);
  const after = afterOf('mem', asked);
  const matching = `members m where ${filter.conditions.join(' and ')}`;
  const counted = await query(
    `select count(*)::integer as total from (select 1 from ${matching} limit ${MOST_COUNTED + 1}) counted`,
    filter.params,
  );
  const total = number(firstRow(counted), 'total');
  const hasMany = total > MOST_COUNTED;
  const statement = (hasMany ? walkNewest : sortFound)(matching, after && `$${filter.params.length + 1}`);
  const rows: Row[] = await query(
    `${statement} limit ${limit + 1} offset ${offset}`,
    after === undefined ? filter.params : [...filter.params, after],
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

function walkNewest(matching: string, after: string | undefined): string {
  const beyond = after === undefined ? '' : ` and m.id < ${after}`;
  return `select ${MEMBER_COLUMNS} from ${matching}${beyond} order by m.id desc`;
}

function sortFound(matching: string, after: string | undefined): string {
  const beyond = after === undefined ? '' : ` where m.id < ${after}`;
  return `with found as materialized (select m.id from ${matching})
    select ${MEMBER_COLUMNS} from found join members m using (id)${beyond} order by m.id desc`;
}

function filterOf(owner: Owner, asked: MemberFilter, today: string): Filter {
  const filter = ownedBy(owner, 'm');
  where(filter, asked.member_number, (p) => `m.member_number = ${p}`);
  where(filter, asked.professional_license, (p) => `m.professional_license = ${p}`);
  where(filter, asked.external_id, (p) => `m.external_id = ${p}`);
  where(filter, asked.status, (p) => `m.status = ${p}`);
  for (const pattern of searchPatterns(asked.q ?? ''))
    where(filter, pattern, (p) => `m.search_text like ${p}`);
  const memberships = membershipFilter(filter, asked, today);
  if (memberships !== undefined) filter.conditions.push(memberships);
  return filter;
}

/** Members with a membership that fits all of it; ended ones only if they are asked for. */
function membershipFilter(whole: Filter, asked: MemberFilter, today: string): string | undefined {
  const { program_id, standing, met, term_ends_before, term_ends_after } = asked;
  if ([program_id, standing, met, term_ends_before, term_ends_after].every((part) => part === undefined))
    return undefined;
  const filter: Filter = {
    conditions: ['s.account_id = $1', 's.livemode = $2'],
    params: whole.params,
  };
  where(filter, program_id, (p) => `s.program_id = ${p}`);
  if (standing === undefined) filter.conditions.push("s.effective_status in ('active', 'suspended')");
  else whereStanding(filter, 's', standing, today);
  where(filter, met, (p) => `t.met = ${p}`);
  where(filter, term_ends_before, (p) => `s.valid_until < ${p}::date`);
  where(filter, term_ends_after, (p) => `s.valid_until > ${p}::date`);
  const terms = met === undefined ? '' : ' join membership_terms t on t.id = s.term_id';
  return `m.id in (select s.member_id from memberships s${terms} where ${filter.conditions.join(' and ')})`;
}
