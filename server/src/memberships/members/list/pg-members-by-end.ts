/**
 * Members in the order in which their terms end. A member with several matching memberships is sorted by the one that
 * ends first; a member without any is not in this list.
 */

import * as read from '../../../database/row-reader.ts';
import type { MemberId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import {
  afterOf,
  type Filter,
  type ListOrder,
  type ListQuery,
  MOST_COUNTED,
  notInList,
  ownedBy,
  paginationOf,
  past,
  WALKS,
} from '../../../operations/list.ts';
import type { Tools } from '../../../operations/operation.ts';
import { whereClock } from '../../clocks/clock-filter.ts';
import { standingHints } from '../../standing/standing-filter.ts';
import type { Member } from '../member.ts';
import { MEMBER_COLUMNS, toMember } from '../pg-members.ts';
import { countMembers, type MemberFilter, matchingMemberships, whereMember } from './pg-member-filter.ts';

type Reads = Pick<Tools, 'query'>;
type Page = { limit: number; offset: number; order: ListOrder };
/** `first`: the conditions under which another membership of the member ends earlier. */
type Matching = { filter: Filter; first: readonly string[] };

export async function listByEnd(
  tools: Reads,
  owner: Owner,
  asked: ListQuery & MemberFilter,
  today: string,
): Promise<{ members: Member[]; pagination: object }> {
  const { limit = 20, offset = 0, order = 'asc' } = asked;
  const matching = await matchingOf(tools, owner, asked, today);
  const total = await countMembers(tools, matching.filter);
  const place = await placeAfter(tools, matching.filter, afterOf('mem', asked));
  const page = { limit: limit + 1, offset, order };
  const ids =
    total === 0 ? [] : await idsOfPage(tools, matching, page, { place, isMany: total > MOST_COUNTED });
  const members = await inThisOrder(tools, ids.slice(0, limit));
  return { members, pagination: paginationOf(asked, total, ids.length > limit) };
}

async function matchingOf(tools: Reads, owner: Owner, asked: MemberFilter, today: string): Promise<Matching> {
  const ofMember = ownedBy(owner, 'm');
  whereMember(ofMember, asked);
  const hints = asked.standing && (await standingHints(tools, owner, asked.standing));
  const filter = matchingMemberships(ofMember.params, asked, today, hints);
  const first = filter.conditions.map((condition) => condition.replaceAll(/\bs\./g, 'e.'));
  whereClock(filter, owner, 's.member_id', asked.clockId);
  const [, , ...conditions] = ofMember.conditions;
  if (conditions.length > 0)
    filter.conditions.push(
      `exists (select from members m where m.id = s.member_id and ${conditions.join(' and ')})`,
    );
  return { filter, first };
}

/** The term end and the id of the last member on the previous page. Undefined for the first page. */
async function placeAfter(
  { query }: Reads,
  { conditions, params }: Filter,
  after: MemberId | undefined,
): Promise<string[]> {
  if (after === undefined) return [];
  const [row] = await query(
    `select s.valid_until from memberships s
      where ${conditions.join(' and ')} and s.member_id = $${params.length + 1} order by s.valid_until limit 1`,
    [...params, after],
  );
  if (row === undefined) throw notInList();
  return [read.text(row, 'valid_until'), after];
}

/** If many match, the index is read in its order until the page is full; otherwise all are found and sorted. */
async function idsOfPage(
  { query }: Reads,
  matching: Matching,
  page: Page,
  { place, isMany }: { place: readonly string[]; isMany: boolean },
): Promise<MemberId[]> {
  const { params } = matching.filter;
  const beyond =
    place.length === 0
      ? undefined
      : `${past(page.order)} ($${params.length + 1}::date, $${params.length + 2})`;
  for (const most of isMany ? WALKS : []) {
    const walked = await query(walk(matching, page, beyond, most + page.offset), [...params, ...place]);
    if (walked.length === page.limit) return walked.map((row) => read.id('mem', row, 'member_id'));
  }
  const found = await query(sorted(matching, page, beyond), [...params, ...place]);
  return found.map((row) => read.id('mem', row, 'member_id'));
}

function walk({ filter, first }: Matching, page: Page, beyond: string | undefined, most: number): string {
  const { limit, offset, order } = page;
  const [account, mode, ...others] = filter.conditions;
  // Days limit the part of the index that is read; all other conditions are checked in the rows.
  const days = others.filter((condition) => condition.includes('s.valid_until'));
  const within = [
    account,
    mode,
    ...days,
    ...(beyond === undefined ? [] : [`(s.valid_until, s.member_id) ${beyond}`]),
  ];
  const matches = [
    ...others,
    `not exists (select from memberships e
       where e.member_id = s.member_id and ${first.join(' and ')} and (e.valid_until, e.id) < (s.valid_until, s.id))`,
  ];
  return `select s.member_id from (
      select * from memberships s where ${within.join(' and ')}
       order by s.valid_until ${order}, s.member_id ${order} limit ${most}) s
    where ${matches.join(' and ')}
    order by s.valid_until ${order}, s.member_id ${order} limit ${limit} offset ${offset}`;
}

function sorted({ filter }: Matching, { limit, offset, order }: Page, beyond: string | undefined): string {
  return `select member_id from (
      select s.member_id, min(s.valid_until) as ends_on from memberships s
       where ${filter.conditions.join(' and ')} group by s.member_id) found
    ${beyond === undefined ? '' : `where (ends_on, member_id) ${beyond}`}
    order by ends_on ${order}, member_id ${order} limit ${limit} offset ${offset}`;
}

async function inThisOrder({ query }: Reads, ids: readonly MemberId[]): Promise<Member[]> {
  const rows = await query(
    `select ${MEMBER_COLUMNS} from members m where m.id = any($1) order by array_position($1::text[], m.id::text)`,
    [ids],
    'members-in-order',
  );
  return rows.map(toMember);
}
