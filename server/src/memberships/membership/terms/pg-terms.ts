/**
 * Reads the memberships of many members with their terms in one statement, and writes the stored evaluations of both.
 */

import type { Row } from '../../../database/pool.ts';
import * as read from '../../../database/row-reader.ts';
import type { MemberId, MembershipId, TermId } from '../../../kernel/ids.ts';
import type { Owner } from '../../../kernel/owner.ts';
import type { Tools } from '../../../operations/operation.ts';
import type { Chain, ChainTerm } from '../../standing/chain.ts';
import { MEMBERSHIP_STATUSES, type StandingDays } from '../../standing/standing.ts';

/** The joins from which the columns of a chain are read; `m` is the membership. */
const CHAINS = `select m.id, m.member_id, p.status as member_status, m.program_id, m.status, m.starts_on, m.tracks, m.anchor,
    (select r.requested_on from renewals r where r.membership_id = m.id and r.status = 'requested') as requested_on,
    (select json_agg(json_build_object('id', t.id, 'number', t.number, 'programVersion', t.program_version,
              'tracks', t.tracks, 'startsOn', t.starts_on, 'endsOn', t.ends_on, 'extendedUntil', t.extended_until,
              'waivers', t.waivers, 'checklist', t.checklist, 'renewalId', t.renewal_id) order by t.number)
       from membership_terms t where t.membership_id = m.id and not t.is_void) as terms
  from memberships m join members p on p.id = m.member_id`;

/**
 * All memberships of these members, open or ended, oldest first. The caller has checked that the members belong to the
 * account.
 */
export async function readChains(
  { query }: Pick<Tools, 'query'>,
  memberIds: readonly MemberId[],
): Promise<Chain[]> {
  const rows = await query(
    `${CHAINS} where m.member_id = any($1) order by m.member_id, m.id`,
    [memberIds],
    'chains-of-members',
  );
  return rows.map(toChain);
}

export async function readChain(
  { query }: Pick<Tools, 'query'>,
  membershipId: MembershipId,
): Promise<Chain | undefined> {
  const rows = await query(`${CHAINS} where m.id = $1`, [membershipId], 'membership-chain');
  return rows[0] && toChain(rows[0]);
}

/** A term whose requirements have just become met, or are no longer met. */
export type ChangedTerm = Owner & {
  id: TermId;
  membershipId: MembershipId;
  met: boolean;
  endsOn: string;
  /** The approved renewal that relied on the requirements being met. */
  contradicted: string | undefined;
};

export type TermCounts = {
  termId: TermId;
  /** The version of the rules by which the term was counted. */
  programVersion: number;
  met: boolean;
  counted: number;
  missingPoints: number;
  lostOn: string | undefined;
};

/**
 * Writes counts, with points in hundredths. Rows that are already right are not written. A term that was moved to
 * another version in the meantime is not written either: it is marked as stale and will be recounted.
 */
export async function writeCounts(
  { query }: Pick<Tools, 'query'>,
  counts: readonly TermCounts[],
): Promise<ChangedTerm[]> {
  if (counts.length === 0) return [];
  const rows = await query(
    `with before as (
       select id, met from membership_terms where id = any ($1)
     ), changed as (
     update membership_terms t set met = c.met, counted = c.counted, missing_points = c.missing_points, lost_on = c.lost_on,
            is_stale = false
       from unnest($1::text[], $2::boolean[], $3::bigint[], $4::bigint[], $5::integer[], $6::date[])
            as c (id, met, counted, missing_points, version, lost_on)
      where t.id = c.id and t.program_version = c.version
        and (t.met, t.counted, t.missing_points, t.lost_on, t.is_stale)
            is distinct from (c.met, c.counted, c.missing_points, c.lost_on, false)
     returning t.id, t.account_id, t.livemode, t.membership_id, t.met, t.ends_on, t.is_void)
     select changed.*, (select min(r.id) from renewals r where r.term_id = changed.id and r.status = 'approved'
                           and r.snapshot_met and not changed.met) as contradicted
       from changed join before using (id) where changed.met <> before.met and not changed.is_void`,
    [
      counts.map(({ termId }) => termId),
      counts.map(({ met }) => met),
      counts.map(({ counted }) => counted),
      counts.map(({ missingPoints }) => missingPoints),
      counts.map(({ programVersion }) => programVersion),
      counts.map(({ lostOn }) => lostOn ?? null),
    ],
    'write-counts',
  );
  return rows.map(toChangedTerm);
}

function toChangedTerm(row: Row): ChangedTerm {
  return {
    id: read.id('trm', row, 'id'),
    accountId: read.id('acct', row, 'account_id'),
    livemode: read.boolean(row, 'livemode'),
    membershipId: read.id('mbs', row, 'membership_id'),
    met: read.boolean(row, 'met'),
    endsOn: read.text(row, 'ends_on'),
    contradicted: read.optionalText(row, 'contradicted'),
  };
}

export type MembershipDays = StandingDays & { membershipId: MembershipId; termId: TermId };

/**
 * Copies two values from the newest term, whose counts are written first: whether it is met, and the day on which the
 * standing is lost.
 */
export async function writeStandingDays(
  { query }: Pick<Tools, 'query'>,
  days: readonly MembershipDays[],
): Promise<void> {
  if (days.length === 0) return;
  await query(
    `update memberships m set effective_status = d.status, term_id = d.term_id, valid_until = d.valid_until,
            lapses_on = d.lapses_on, term_met = t.met, lost_on = t.lost_on
       from unnest($1::text[], $2::text[], $3::text[], $4::date[], $5::date[]) as d (id, status, term_id, valid_until, lapses_on)
       join membership_terms t on t.id = d.term_id
      where m.id = d.id and (m.effective_status, m.term_id, m.valid_until, m.lapses_on, m.term_met, m.lost_on)
            is distinct from (d.status, d.term_id, d.valid_until, d.lapses_on, t.met, t.lost_on)`,
    [
      days.map(({ membershipId }) => membershipId),
      days.map(({ effectiveStatus }) => effectiveStatus),
      days.map(({ termId }) => termId),
      days.map(({ validUntil }) => validUntil),
      days.map(({ lapsesOn }) => lapsesOn),
    ],
    'write-standing-days',
  );
}

function toChain(row: Row): Chain {
  return {
    membershipId: read.id('mbs', row, 'id'),
    memberId: read.id('mem', row, 'member_id'),
    memberStatus: read.text(row, 'member_status'),
    programId: read.id('prg', row, 'program_id'),
    status: read.oneOf(row, 'status', MEMBERSHIP_STATUSES),
    startsOn: read.text(row, 'starts_on'),
    tracks: read.textList(row, 'tracks'),
    anchor: read.optionalText(row, 'anchor'),
    requestedOn: read.optionalText(row, 'requested_on'),
    terms: read.shaped(row, 'terms', isKeptTerms, 'terms').map(toChainTerm),
  };
}

type KeptTerm = Omit<ChainTerm, 'extendedUntil' | 'renewalId'> & {
  extendedUntil: string | null;
  renewalId: ChainTerm['renewalId'] | null;
};

/** The statement above builds the values, so checking that they exist is enough. */
function isKeptTerms(value: unknown): value is KeptTerm[] {
  return read.isListOf(
    value,
    (term): term is KeptTerm => read.isRecord(term) && typeof term.number === 'number',
  );
}

function toChainTerm({ extendedUntil, renewalId, ...term }: KeptTerm): ChainTerm {
  return { ...term, extendedUntil: extendedUntil ?? undefined, renewalId: renewalId ?? undefined };
}
