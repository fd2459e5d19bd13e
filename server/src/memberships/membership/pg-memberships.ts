/** Memberships, one by one and in lists. */

import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { ClockId, MembershipId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type ListQuery, ownedBy, readPage, where } from '../../operations/list.ts';
import type { Tools } from '../../operations/operation.ts';
import { type ChangedSince, whereChanged } from '../changed-since.ts';
import { whereClock } from '../clocks/clock-filter.ts';
import { MEMBERSHIP_STATUSES, type MembershipStatus, type Standing } from '../standing/standing.ts';
import { standingHints, whereStanding } from '../standing/standing-filter.ts';
import type { Membership } from './membership.ts';

const COLUMNS = `m.id, m.livemode, m.member_id, m.program_id, m.starts_on, m.first_term_number, m.tracks, m.status,
  m.suspended_on, m.suspend_reason, m.ended_on, m.end_reason, m.external_id, m.metadata, m.created_at, m.updated_at,
  m.effective_status, m.term_id, m.valid_until, m.lapses_on,
  m.lost_on, m.anchor`;

type MembershipFilter = ChangedSince & {
  member_id?: string;
  program_id?: string;
  standing?: Standing;
  status?: MembershipStatus;
  track?: string;
  met?: boolean | undefined;
  clockId?: ClockId | undefined;
};

export async function listMemberships(
  tools: Pick<Tools, 'query'>,
  owner: Owner,
  asked: ListQuery & MembershipFilter,
  today: string,
) {
  const filter = ownedBy(owner, 'm');
  where(filter, asked.member_id, (p) => `m.member_id = ${p}`);
  if (asked.member_id === undefined || asked.clockId !== undefined)
    whereClock(filter, owner, 'm.member_id', asked.clockId);
  where(filter, asked.program_id, (p) => `m.program_id = ${p}`);
  where(filter, asked.status, (p) => `m.status = ${p}`);
  where(filter, asked.track, (p) => `m.tracks @> array[${p}]::text[] and m.tracks <> '{}'`);
  where(filter, asked.met, (p) => `m.term_met = ${p}`);
  whereChanged(filter, 'm', 'mbs', asked);
  if (asked.standing !== undefined) {
    whereStanding(filter, 'm', asked.standing, today, await standingHints(tools, owner, asked.standing));
  }
  const source = { prefix: 'mbs', columns: COLUMNS, table: 'memberships', alias: 'm' } as const;
  const { rows, pagination } = await readPage(tools, source, asked, filter);
  return { memberships: rows.map(toMembership), pagination };
}

/** All memberships of these members, ended ones last, otherwise the newest first. */
export async function membershipsOf(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  memberIds: readonly string[],
): Promise<Membership[]> {
  if (memberIds.length === 0) return [];
  const rows = await query(
    `select ${COLUMNS} from memberships m
      where m.account_id = $1 and m.livemode = $2 and m.member_id = any($3)
      order by (m.status = 'ended'), m.id desc`,
    [accountId, livemode, memberIds],
    'memberships-of-members',
  );
  return rows.map(toMembership);
}

/** Undefined for another account's. */
export async function findMembership(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  membershipId: MembershipId,
): Promise<Membership | undefined> {
  const rows = await query(
    `select ${COLUMNS} from memberships m where m.account_id = $1 and m.livemode = $2 and m.id = $3`,
    [accountId, livemode, membershipId],
    'find-membership',
  );
  return rows[0] && toMembership(rows[0]);
}

/** Writes the fields that an operation may change. The stored evaluations are updated separately. */
export async function updateMembership(
  { query }: Pick<Tools, 'query'>,
  membership: Membership,
): Promise<void> {
  await query(
    `update memberships set starts_on = $2, tracks = $3, status = $4, suspended_on = $5, suspend_reason = $6, ended_on = $7,
            end_reason = $8, external_id = $9, metadata = $10, updated_at = $11, anchor = $12 where id = $1`,
    [
      membership.id,
      membership.startsOn,
      membership.tracks,
      membership.status,
      membership.suspendedOn,
      membership.suspendReason,
      membership.endedOn,
      membership.endReason,
      membership.externalId,
      membership.metadata,
      membership.updatedAt,
      membership.anchor,
    ],
    'update-membership',
  );
}

function toMembership(row: Row): Membership {
  return {
    id: read.id('mbs', row, 'id'),
    livemode: read.boolean(row, 'livemode'),
    memberId: read.id('mem', row, 'member_id'),
    programId: read.id('prg', row, 'program_id'),
    startsOn: read.text(row, 'starts_on'),
    firstTermNumber: read.number(row, 'first_term_number'),
    tracks: read.textList(row, 'tracks'),
    status: read.oneOf(row, 'status', MEMBERSHIP_STATUSES),
    suspendedOn: read.optionalText(row, 'suspended_on'),
    suspendReason: read.optionalText(row, 'suspend_reason'),
    endedOn: read.optionalText(row, 'ended_on'),
    endReason: read.optionalText(row, 'end_reason'),
    externalId: read.optionalText(row, 'external_id'),
    metadata: read.textsByName(row, 'metadata'),
    createdAt: read.date(row, 'created_at'),
    updatedAt: read.date(row, 'updated_at'),
    effectiveStatus: read.oneOf(row, 'effective_status', MEMBERSHIP_STATUSES),
    termId: read.id('trm', row, 'term_id'),
    validUntil: read.text(row, 'valid_until'),
    lapsesOn: read.text(row, 'lapses_on'),
    lostOn: read.optionalText(row, 'lost_on'),
    anchor: read.optionalText(row, 'anchor'),
  };
}
