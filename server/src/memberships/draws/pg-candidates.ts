/** The candidates of draws, and their frozen list. */

import type { Query } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { DrawId, MemberId, MembershipId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';
import { underNoClock } from '../clocks/clock-filter.ts';
import type { Draw } from './draw.ts';

export type Candidate = {
  place: number;
  membershipId: MembershipId;
  salt: Uint8Array;
  commitment: Uint8Array;
};

type Among = Pick<Draw, 'programId' | 'startsOn' | 'endsOn'>;

/**
 * Candidates are memberships that have a term in the period, open or closed by a renewal, and whose member is able to
 * answer. In test mode members under a test clock are left out, because they live on another day.
 */
const eligible = (livemode: boolean) => `
  select s.id from memberships s
    join members m on m.id = s.member_id and m.status in ('active', 'suspended')
   where s.account_id = $1 and s.livemode = $2 and s.program_id = $3 and s.status <> 'ended'
     and ${livemode ? 'true' : underNoClock('s.member_id')}
     and exists (select from membership_terms t where t.membership_id = s.id and not t.is_void
                  and t.starts_on <= $5::date and greatest(t.ends_on, t.extended_until) >= $4::date)
   limit $6`;

export async function readEligible(
  query: Query,
  { accountId, livemode }: Owner,
  { programId, startsOn, endsOn }: Among,
  limit: number,
): Promise<MembershipId[]> {
  const rows = await query(
    eligible(livemode),
    [accountId, livemode, programId, startsOn, endsOn, limit],
    'eligible-for-draw',
  );
  return rows.map((row) => read.id('mbs', row, 'id'));
}

/** The statement has no name, so the database plans it anew each time: its cost depends on the requested period. */
export async function countEligible(
  query: Query,
  { accountId, livemode }: Owner,
  { programId, startsOn, endsOn }: Among,
  limit: number,
): Promise<number> {
  const rows = await query(`select count(*)::integer as eligible from (${eligible(livemode)}) e`, [
    accountId,
    livemode,
    programId,
    startsOn,
    endsOn,
    limit,
  ]);
  return read.number(read.firstRow(rows), 'eligible');
}

const SLICE = 5_000;

export async function insertCandidates(
  query: Query,
  drawId: DrawId,
  candidates: readonly Candidate[],
): Promise<void> {
  for (let from = 0; from < candidates.length; from += SLICE) {
    const slice = candidates.slice(from, from + SLICE);
    await query(
      `insert into draw_candidates (draw_id, place, membership_id, salt, commitment)
       select $1, n.* from unnest($2::integer[], $3::text[], $4::bytea[], $5::bytea[]) n`,
      [
        drawId,
        slice.map(({ place }) => place),
        slice.map(({ membershipId }) => membershipId),
        slice.map(({ salt }) => salt),
        slice.map(({ commitment }) => commitment),
      ],
      'insert-draw-candidates',
    );
  }
}

/** Reads the commitments in the order of the sealed list. */
export async function readCommitments(query: Query, drawId: DrawId): Promise<Uint8Array[]> {
  const rows = await query(
    'select commitment from draw_candidates where draw_id = $1 order by place',
    [drawId],
    'draw-commitments',
  );
  return rows.map((row) => read.bytes(row, 'commitment'));
}

/** The memberships at these positions of the list. */
export async function membershipsAt(
  query: Query,
  drawId: DrawId,
  places: readonly number[],
): Promise<Map<number, { membershipId: MembershipId; memberId: MemberId }>> {
  const rows = await query(
    `select c.place, c.membership_id, s.member_id from draw_candidates c join memberships s on s.id = c.membership_id
      where c.draw_id = $1 and c.place = any($2)`,
    [drawId, places],
    'memberships-drawn',
  );
  return new Map(
    rows.map((row) => [
      read.number(row, 'place'),
      { membershipId: read.id('mbs', row, 'membership_id'), memberId: read.id('mem', row, 'member_id') },
    ]),
  );
}

type ShownCandidate = Candidate & {
  memberId: MemberId;
  memberNumber: string;
  name: string;
  rank: number | undefined;
};

/** A page of the list for the council, with the salts by which it can be checked. */
export async function listCandidates(
  query: Query,
  drawId: DrawId,
  { limit, offset }: { limit: number; offset: number },
): Promise<ShownCandidate[]> {
  const rows = await query(
    `select c.place, c.membership_id, c.salt, c.commitment, s.member_id, m.member_number,
            btrim(concat_ws(' ', m.given_name, m.first_surname, m.second_surname)) as name, r.rank
       from draw_candidates c join memberships s on s.id = c.membership_id join members m on m.id = s.member_id
       left join reviews r on r.draw_id = c.draw_id and r.place = c.place
      where c.draw_id = $1 and c.place >= $2 order by c.place limit $3`,
    [drawId, offset, limit],
    'list-draw-candidates',
  );
  return rows.map((row) => ({
    place: read.number(row, 'place'),
    membershipId: read.id('mbs', row, 'membership_id'),
    salt: read.bytes(row, 'salt'),
    commitment: read.bytes(row, 'commitment'),
    memberId: read.id('mem', row, 'member_id'),
    memberNumber: read.text(row, 'member_number'),
    name: read.text(row, 'name'),
    rank: read.optionalNumber(row, 'rank'),
  }));
}
