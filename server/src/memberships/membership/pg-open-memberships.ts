/** Writes memberships with their first terms, in one statement; finds those that are open. */

import * as read from '../../database/row-reader.ts';
import type { MemberId, MembershipId, ProgramId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import type { Tools } from '../../operations/operation.ts';
import type { Chain } from '../standing/chain.ts';
import type { MembershipDays, TermCounts } from './terms/pg-terms.ts';

export type OpenedMembership = {
  wanted: { externalId?: string | undefined; metadata?: Record<string, string> };
  chain: Chain;
  counts: TermCounts;
  days: MembershipDays;
};

export async function insertMemberships(
  { query }: Pick<Tools, 'query'>,
  { accountId, livemode }: Owner,
  opened: readonly OpenedMembership[],
  now: Date,
): Promise<void> {
  await query(
    `with wanted as (
       select * from jsonb_to_recordset($1) as w (id text, member_id text, program_id text, starts_on date, ends_on date,
         number integer, version integer, tracks text[], external_id text, metadata jsonb, effective_status text, term_id text,
         valid_until date, lapses_on date, lost_on date, anchor date, met boolean, counted bigint, missing_points bigint)
     ), made as (
       insert into memberships (id, account_id, livemode, member_id, program_id, starts_on, first_term_number, tracks, status,
         external_id, metadata, created_at, updated_at, effective_status, term_id, valid_until, lapses_on, term_met, lost_on, anchor)
       select id, $2, $3, member_id, program_id, starts_on, number, tracks, 'active', external_id, metadata, $4, $4,
              effective_status, term_id, valid_until, lapses_on, met, lost_on, anchor from wanted
     )
     insert into membership_terms (id, account_id, livemode, membership_id, number, program_version, tracks, starts_on, ends_on,
       created_at, updated_at, met, counted, missing_points, lost_on)
     select term_id, $2, $3, id, number, version, tracks, starts_on, ends_on, $4, $4, met, counted, missing_points, lost_on
       from wanted`,
    [JSON.stringify(opened.map(toColumns)), accountId, livemode, now],
    'insert-memberships',
  );
}

function toColumns({ wanted, chain, counts, days }: OpenedMembership) {
  const [term] = chain.terms;
  return {
    id: chain.membershipId,
    member_id: chain.memberId,
    program_id: chain.programId,
    starts_on: chain.startsOn,
    ends_on: term?.endsOn,
    number: term?.number,
    version: term?.programVersion,
    tracks: chain.tracks,
    external_id: wanted.externalId ?? null,
    metadata: wanted.metadata ?? {},
    effective_status: days.effectiveStatus,
    term_id: days.termId,
    valid_until: days.validUntil,
    lapses_on: days.lapsesOn,
    lost_on: counts.lostOn ?? null,
    anchor: chain.anchor ?? null,
    met: counts.met,
    counted: counts.counted,
    missing_points: counts.missingPoints,
  };
}

/** The programs in which these members have ever been, in the order of their ids. */
export async function readProgramsOf(
  { query }: Pick<Tools, 'query'>,
  memberIds: readonly MemberId[],
): Promise<ProgramId[]> {
  const rows = await query(
    'select distinct program_id from memberships where member_id = any($1) order by program_id',
    [memberIds],
    'programs-of-members',
  );
  return rows.map((row) => read.id('prg', row, 'program_id'));
}

/** For each member, the open membership in the program, if there is one. */
export async function findOpenMemberships(
  { query }: Pick<Tools, 'query'>,
  programId: ProgramId,
  memberIds: readonly MemberId[],
): Promise<Map<MemberId, MembershipId>> {
  const rows = await query(
    `select member_id, id from memberships where program_id = $1 and member_id = any($2) and status <> 'ended'`,
    [programId, memberIds],
    'open-memberships',
  );
  return new Map(rows.map((row) => [read.id('mem', row, 'member_id'), read.id('mbs', row, 'id')]));
}
