/** Reads members with their ledgers, awards, terms and renewals, a hundred members at a time. */

import pg from 'pg';
import { type Pieced, readPieces, rowsOf, WIDE } from '../../database/check/pg-pieces.ts';
import type { Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AwardId, MemberId, RenewalId, TermId } from '../../kernel/ids.ts';
import type { Entry, LedgerLine } from '../awards/ledger-entry.ts';
import { readEntries } from '../awards/pg-ledger.ts';
import { readChains } from '../membership/terms/pg-terms.ts';
import { countsOf, daysOf, versionsOfChains } from '../membership/terms/refresh-terms.ts';
import type { Chain } from '../standing/chain.ts';
import { readLines } from '../standing/pg-lines.ts';

/** Everything stored about the points, terms and renewals of some hundred members. */
type MemberRecords = {
  /** Members whose records contain values that no version of this program writes. */
  unreadable: readonly { memberId: MemberId; because: string }[];
  /** Entries in the order of each member's chain. */
  entries: readonly Entry[];
  /** The approved awards and the revoked ones. */
  awards: readonly AwardedPoints[];
  chains: readonly KeptChain[];
  /** The approved renewals and the annulled ones. */
  renewals: readonly FrozenRenewal[];
};

export type AwardedPoints = {
  id: AwardId;
  memberId: MemberId;
  isApproved: boolean;
  completedOn: string;
  lines: readonly LedgerLine[];
};

/** The stored evaluation of a membership and its terms, beside the one derived from rules, ledger and dates. */
export type KeptChain = {
  chain: Chain;
  said: string | undefined;
  derived: string;
  isStale: boolean;
  counts: readonly { termId: TermId; said: string | undefined; derived: string }[];
};

export type FrozenRenewal = {
  id: RenewalId;
  isApproved: boolean;
  snapshot: string | undefined;
  sha256: Uint8Array | undefined;
  /** The renewal that the closed term names. */
  closes: string | undefined;
  /** Whether the term that the renewal opened has the next number. */
  opensNext: boolean;
};

const MEMBERS: Pieced = { of: rowsOf('members', ['id'], 'id'), sql: 'select id from piece' };

export async function* readMemberRecords(snapshot: Snapshot): AsyncGenerator<MemberRecords> {
  const query: Query = (sql, params = []) => snapshot.query(sql, params);
  for await (const rows of readPieces(snapshot, MEMBERS, WIDE)) {
    yield* readSome(
      query,
      rows.map((row) => read.idAsStored('mem', row, 'id')),
    );
    await snapshot.letGo();
  }
}

/**
 * Reads some members. If one of them has a damaged value, all are read one by one, so that the damage becomes a finding
 * about that member.
 */
async function* readSome(query: Query, memberIds: readonly MemberId[]): AsyncGenerator<MemberRecords> {
  try {
    yield await readRecords(query, memberIds);
  } catch (error) {
    if (error instanceof AppError || error instanceof pg.DatabaseError) throw error;
    if (memberIds.length > 1) {
      for (const memberId of memberIds) yield* readSome(query, [memberId]);
      return;
    }
    const unreadable = memberIds.map((memberId) => ({ memberId, because: messageOf(error) }));
    yield { unreadable, entries: [], awards: [], chains: [], renewals: [] };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function readRecords(query: Query, memberIds: readonly MemberId[]): Promise<MemberRecords> {
  return {
    unreadable: [],
    entries: await readEntries({ query }, memberIds),
    awards: await readAwards(query, memberIds),
    chains: await readKeptChains(query, memberIds),
    renewals: await readRenewals(query, memberIds),
  };
}

async function readAwards(query: Query, memberIds: readonly MemberId[]): Promise<AwardedPoints[]> {
  const rows = await query(
    `select id, member_id, status, points, completed_on from awards
      where member_id = any($1) and status in ('approved', 'revoked')`,
    [memberIds],
  );
  return rows.map((row) => ({
    id: read.id('awd', row, 'id'),
    memberId: read.id('mem', row, 'member_id'),
    isApproved: read.text(row, 'status') === 'approved',
    completedOn: read.text(row, 'completed_on'),
    lines: read.shaped(row, 'points', isKeptLines, 'lines of points').map((line) => ({
      program_id: line.program_id,
      category: line.category,
      points: line.points / 100,
    })),
  }));
}

function isKeptLines(value: unknown): value is AwardedPoints['lines'] {
  return read.isListOf(
    value,
    (line): line is AwardedPoints['lines'][number] => read.isRecord(line) && typeof line.points === 'number',
  );
}

/** Reads the stored values together with the expected ones. */
async function readKeptChains(query: Query, memberIds: readonly MemberId[]): Promise<KeptChain[]> {
  const chains = await readChains({ query }, memberIds);
  const versionOf = await versionsOfChains({ query }, chains);
  const linesOf = await readLines({ query }, memberIds);
  const terms = await query(
    `select t.id, concat_ws(' ', t.met::text, t.counted, t.missing_points, t.lost_on) as said, t.is_stale
       from membership_terms t join memberships m on m.id = t.membership_id where m.member_id = any($1)`,
    [memberIds],
  );
  const memberships = await query(
    `select m.id, concat_ws(' ', m.effective_status, m.term_id, m.valid_until, m.lapses_on,
              case when m.term_met <> t.met then 'and term_met ' || m.term_met end,
              case when m.lost_on is distinct from t.lost_on then 'and lost_on ' || coalesce(m.lost_on::text, 'null') end) as said
       from memberships m left join membership_terms t on t.id = m.term_id where m.member_id = any($1)`,
    [memberIds],
  );
  const termSaid = saidById(terms);
  const stale = new Set(terms.filter((row) => row.is_stale === true).map((row) => read.text(row, 'id')));
  const membershipSaid = saidById(memberships);
  return chains.map((chain) => {
    const days = daysOf(chain, versionOf);
    return {
      chain,
      said: membershipSaid.get(chain.membershipId),
      derived: `${days.effectiveStatus} ${days.termId} ${days.validUntil} ${days.lapsesOn}`,
      isStale: chain.terms.some((term) => stale.has(term.id)),
      counts: countsOf(chain, versionOf, linesOf).map(({ termId, met, counted, missingPoints, lostOn }) => ({
        termId,
        said: termSaid.get(termId),
        derived: [met, counted, missingPoints, ...(lostOn === undefined ? [] : [lostOn])].join(' '),
      })),
    };
  });
}

function saidById(rows: readonly Row[]): Map<string, string> {
  return new Map(rows.map((row) => [read.text(row, 'id'), read.text(row, 'said')]));
}

async function readRenewals(query: Query, memberIds: readonly MemberId[]): Promise<FrozenRenewal[]> {
  const rows = await query(
    `select r.id, r.status, r.snapshot, r.snapshot_sha256, t.renewal_id, n.number - t.number as step
       from renewals r join memberships m on m.id = r.membership_id join membership_terms t on t.id = r.term_id
       left join membership_terms n on n.id = r.new_term_id
      where m.member_id = any($1) and r.status in ('approved', 'annulled')`,
    [memberIds],
  );
  return rows.map((row) => ({
    id: read.id('rnw', row, 'id'),
    isApproved: read.text(row, 'status') === 'approved',
    snapshot: read.optionalText(row, 'snapshot'),
    sha256: row.snapshot_sha256 === null ? undefined : read.bytes(row, 'snapshot_sha256'),
    closes: read.optionalText(row, 'renewal_id'),
    opensNext: row.step !== null && read.number(row, 'step') === 1,
  }));
}
