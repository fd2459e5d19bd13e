/** Members with a matching membership, counted and found only by indexes of memberships. */

import * as read from '../../../database/row-reader.ts';
import type { ClockId, MemberId } from '../../../kernel/ids.ts';
import { type Filter, type ListOrder, MOST_COUNTED, past, WALKS, where } from '../../../operations/list.ts';
import type { Tools } from '../../../operations/operation.ts';
import { type ChangedSince, whereChanged } from '../../changed-since.ts';
import { searchPatterns } from '../../search-text.ts';
import type { Standing } from '../../standing/standing.ts';
import { type StandingHints, whereStanding } from '../../standing/standing-filter.ts';
import type { MemberStatus } from '../member.ts';

export type MemberFilter = MembershipFilter &
  ChangedSince & {
    clockId: ClockId | undefined;
    q?: string;
    member_number?: string;
    professional_license?: string;
    external_id?: string;
    status?: MemberStatus;
  };

type MembershipFilter = {
  program_id?: string;
  standing?: Standing;
  met?: boolean | undefined;
  term_ends_before?: string;
  term_ends_after?: string;
};

/** Conditions on `members m`. */
export function whereMember(filter: Filter, asked: MemberFilter): void {
  where(filter, asked.member_number, (p) => `m.member_number = ${p}`);
  where(filter, asked.professional_license, (p) => `m.professional_license = ${p}`);
  where(filter, asked.external_id, (p) => `m.external_id = ${p}`);
  where(filter, asked.status, (p) => `m.status = ${p}`);
  whereChanged(filter, 'm', 'mem', asked);
  for (const pattern of searchPatterns('q', asked.q ?? ''))
    where(filter, pattern, (p) => `m.search_text like ${p}`);
}

/** Undefined if the filter does not concern memberships. */
export function membershipFilter(
  params: unknown[],
  asked: MembershipFilter,
  today: string,
  hints?: StandingHints,
): Filter | undefined {
  const { program_id, standing, met, term_ends_before, term_ends_after } = asked;
  const isAsked = [program_id, standing, met, term_ends_before, term_ends_after].some(
    (one) => one !== undefined,
  );
  return isAsked ? matchingMemberships(params, asked, today, hints) : undefined;
}

/**
 * Conditions on `memberships s`, with account and mode first. Memberships that have ended are included only if the
 * caller asks for them.
 */
export function matchingMemberships(
  params: unknown[],
  asked: MembershipFilter,
  today: string,
  hints: StandingHints = { longestGrace: undefined, canBeLost: true },
): Filter {
  const { program_id, standing, met, term_ends_before, term_ends_after } = asked;
  const isByEnd = term_ends_before !== undefined || term_ends_after !== undefined;
  const filter: Filter = { conditions: ['s.account_id = $1', 's.livemode = $2'], params };
  where(filter, program_id, (p) => `s.program_id = ${p}`);
  if (standing === undefined) filter.conditions.push("s.effective_status in ('active', 'suspended')");
  else whereStanding(filter, 's', standing, today, hints);
  where(filter, met, (p) => `s.term_met = ${p}`);
  // These two are all possible values. Naming them lets PostgreSQL use the index by ends of terms.
  if (met === undefined && isByEnd) filter.conditions.push('s.term_met in (true, false)');
  where(filter, term_ends_before, (p) => `s.valid_until < ${p}::date`);
  where(filter, term_ends_after, (p) => `s.valid_until > ${p}::date`);
  return filter;
}

/**
 * Counts distinct members, up to 10,001. One member may have several matching memberships, but nearly all have one. So
 * about that many memberships are read first, and more only if needed.
 */
export async function countMembers(
  { query }: Pick<Tools, 'query'>,
  { conditions, params }: Filter,
): Promise<number> {
  const matching = `select s.member_id from memberships s where ${conditions.join(' and ')}`;
  for (const most of [MOST_COUNTED + 1, 4 * MOST_COUNTED]) {
    const rows = await query(
      `select count(distinct member_id)::integer as members, count(*)::integer as memberships
         from (${matching} limit ${most}) found`,
      params,
    );
    const members = read.number(read.firstRow(rows), 'members');
    if (members > MOST_COUNTED) return MOST_COUNTED + 1;
    if (read.number(read.firstRow(rows), 'memberships') < most) return members;
  }
  const all = await query(
    `select count(*)::integer as members from (select distinct member_id from (${matching}) found limit ${MOST_COUNTED + 1}) counted`,
    params,
  );
  return read.number(read.firstRow(all), 'members');
}

type Page = { limit: number; offset: number; order: ListOrder; after: string | undefined };

/**
 * Finds the members of a page. If many match, the first are found quickly by reading in order. If few match, they are
 * found by an index and then sorted.
 */
export async function membersOfPage(
  { query }: Pick<Tools, 'query'>,
  filter: Filter,
  page: Page,
  isMany: boolean,
): Promise<MemberId[]> {
  const params = page.after === undefined ? filter.params : [...filter.params, page.after];
  const beyond = page.after === undefined ? '' : `and s.member_id ${past(page.order)} $${params.length}`;
  const part = `order by member_id ${page.order} limit ${page.limit} offset ${page.offset}`;
  if (isMany) {
    for (const most of WALKS) {
      const walked = await query(walk(filter, page.order, beyond, most + 2 * page.offset, part), params);
      if (walked.length === page.limit) return walked.map((row) => read.id('mem', row, 'member_id'));
    }
  }
  const found = await query(
    `select member_id from (
       select distinct s.member_id from memberships s where ${filter.conditions.join(' and ')} ${beyond} offset 0
     ) found ${part}`,
    params,
  );
  return found.map((row) => read.id('mem', row, 'member_id'));
}

/** Reads the index in the order of the list and stops at the end of the page. */
function walk({ conditions }: Filter, order: ListOrder, beyond: string, most: number, part: string): string {
  const [account, mode, ...others] = conditions;
  return `select distinct s.member_id from (
      select s.member_id, s.effective_status, s.lapses_on, s.valid_until, s.starts_on, s.program_id, s.term_met, s.lost_on
        from memberships s where ${account} and ${mode} ${beyond}
       order by s.member_id ${order} limit ${most}
    ) s where ${others.join(' and ')} ${part}`;
}
