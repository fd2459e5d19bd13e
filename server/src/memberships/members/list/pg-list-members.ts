/** The list of members, filtered by their data and by the standing of their memberships. */

import type { ClockId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import {
  afterOf,
  type Filter,
  type ListQuery,
  MOST_COUNTED,
  ownedBy,
  paginationOf,
  readPage,
  where,
} from '../../../operations/list.ts';
import type { Tools } from '../../../operations/operation.ts';
import { type Walk, walkList } from '../../../operations/walk-list.ts';
import { type ChangedSince, whereChanged } from '../../changed-since.ts';
import { whereClock } from '../../clocks/clock-filter.ts';
import { searchPatterns } from '../../search-text.ts';
import { standingHints } from '../../standing/standing-filter.ts';
import type { Member, MemberStatus } from '../member.ts';
import { MEMBER_COLUMNS, toMember } from '../pg-members.ts';
import { countMembers, type MembershipFilter, membershipFilter, membersOfPage } from './pg-member-filter.ts';

type MemberFilter = MembershipFilter &
  ChangedSince & {
    clockId: ClockId | undefined;
    q?: string;
    member_number?: string;
    professional_license?: string;
    external_id?: string;
    status?: MemberStatus;
  };

type Found = { members: Member[]; pagination: object };

const SOURCE = { prefix: 'mem', columns: MEMBER_COLUMNS, table: 'members', alias: 'm' } as const;

export async function listMembers(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  asked: ListQuery & MemberFilter,
  today: string,
): Promise<Found> {
  const { filter, memberships } = await readFilters(tools, owner, asked, today);
  const isOnlyOwned = filter.conditions.length === 2;
  if (memberships !== undefined && isOnlyOwned) return listByMemberships(tools, asked, memberships);
  const all = allConditions(owner, asked, filter, memberships);
  const { rows, pagination } = await readPage(tools, SOURCE, asked, all);
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

function whereMember(filter: Filter, asked: MemberFilter): void {
  where(filter, asked.member_number, (p) => `m.member_number = ${p}`);
  where(filter, asked.professional_license, (p) => `m.professional_license = ${p}`);
  where(filter, asked.external_id, (p) => `m.external_id = ${p}`);
  where(filter, asked.status, (p) => `m.status = ${p}`);
  whereChanged(filter, 'm', 'mem', asked);
  for (const pattern of searchPatterns('q', asked.q ?? ''))
    where(filter, pattern, (p) => `m.search_text like ${p}`);
}

/** If only memberships decide, members are not read until the page is known. */
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
