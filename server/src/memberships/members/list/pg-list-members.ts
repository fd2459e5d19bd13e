/** The list of members, filtered by their data and by the standing of their memberships, in the requested order. */

import type { Owner } from '../../../kernel/owner.ts';
import {
  afterOf,
  type Filter,
  type ListQuery,
  MOST_COUNTED,
  ownedBy,
  paginationOf,
  readPage,
} from '../../../operations/list.ts';
import type { Tools } from '../../../operations/operation.ts';
import { type Walk, walkList } from '../../../operations/walk-list.ts';
import { whereClock } from '../../clocks/clock-filter.ts';
import { standingHints } from '../../standing/standing-filter.ts';
import type { Member } from '../member.ts';
import { MEMBER_COLUMNS, toMember } from '../pg-members.ts';
import {
  countMembers,
  type MemberFilter,
  membershipFilter,
  membersOfPage,
  whereMember,
} from './pg-member-filter.ts';
import { listByEnd } from './pg-members-by-end.ts';

type Found = { members: Member[]; pagination: object };

export const MEMBER_SORTS = ['created', 'name', 'member_number', 'valid_until'] as const;

type MemberSort = (typeof MEMBER_SORTS)[number];

const SOURCE = { prefix: 'mem', columns: MEMBER_COLUMNS, table: 'members', alias: 'm' } as const;

/** Each of these columns has an index that begins with account and mode. */
const SORT_KEYS = {
  name: 'member_sort_name(m.first_surname, m.second_surname, m.given_name) collate "C"',
  member_number: 'm.member_number',
} as const;

export async function listMembers(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  { sort = 'created', ...given }: ListQuery & MemberFilter & { sort?: MemberSort },
  today: string,
): Promise<Found> {
  // Lists begin with the newest member, but lists by name begin with A.
  const asked = { ...given, order: given.order ?? (sort === 'created' ? 'desc' : 'asc') } as const;
  if (sort === 'valid_until') return listByEnd(tools, owner, asked, today);
  const { filter, memberships } = await readFilters(tools, owner, asked, today);
  const isOnlyOwned = filter.conditions.length === 2;
  if (memberships !== undefined && isOnlyOwned && sort === 'created')
    return listByMemberships(tools, asked, memberships);
  const total = memberships && isOnlyOwned ? await countMembers(tools, memberships) : undefined;
  const source = sort === 'created' ? SOURCE : { ...SOURCE, sortKey: SORT_KEYS[sort] };
  const all = allConditions(owner, asked, filter, memberships);
  const { rows, pagination } = await readPage(tools, source, asked, all, total);
  return { members: rows.map(toMember), pagination };
}

/** The members that the filter matches, for an export. */
export async function* walkMembers(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  asked: MemberFilter,
  today: string,
  walk: Walk,
): AsyncGenerator<Member[]> {
  const { filter, memberships } = await readFilters(tools, owner, asked, today);
  const all = allConditions(owner, asked, filter, memberships);
  for await (const rows of walkList(tools, SOURCE, all, walk)) yield rows.map(toMember);
}

/** The conditions on the members themselves, and those on their memberships. */
async function readFilters(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  asked: MemberFilter,
  today: string,
): Promise<{ filter: Filter; memberships: Filter | undefined }> {
  const hints = asked.standing && (await standingHints(tools, owner, asked.standing));
  const filter = ownedBy(owner, 'm');
  whereMember(filter, asked);
  const memberships = membershipFilter(filter.params, asked, today, hints);
  if (memberships !== undefined) whereClock(memberships, owner, 's.member_id', asked.clockId);
  return { filter, memberships };
}

function allConditions(
  owner: Owner,
  { clockId }: MemberFilter,
  filter: Filter,
  memberships: Filter | undefined,
): Filter {
  if (memberships !== undefined)
    filter.conditions.push(
      `m.id in (select s.member_id from memberships s where ${memberships.conditions.join(' and ')})`,
    );
  whereClock(filter, owner, 'm.id', clockId);
  return filter;
}

/** If the filter concerns only memberships, members are not read until the page is known. */
async function listByMemberships(
  tools: Pick<Tools, 'query'>,
  asked: ListQuery,
  memberships: Filter,
): Promise<Found> {
  const { limit = 20, offset = 0, order = 'desc' } = asked;
  const page = { limit: limit + 1, offset, order, after: afterOf('mem', asked) };
  const total = await countMembers(tools, memberships);
  const ids = total === 0 ? [] : await membersOfPage(tools, memberships, page, total > MOST_COUNTED);
  const rows = await tools.query(
    `select ${MEMBER_COLUMNS} from members m where m.id = any($1) order by m.id ${order}`,
    [ids.slice(0, limit)],
    `members-of-page-${order}`,
  );
  return { members: rows.map(toMember), pagination: paginationOf(asked, total, ids.length > limit) };
}
