/**
 * Checks members' records: recomputes ledgers entry by entry, the stored evaluations of terms and memberships, and the
 * snapshots that renewals stored.
 */

import { createHash } from 'node:crypto';
import { equalBytes } from '@sello/proof';
import canonicalize from 'canonicalize';
import type { Check } from '../../database/check/check.ts';
import { type Finding, problem } from '../../database/check/finding.ts';
import { type Entry, entryHash, NO_HASH } from '../awards/ledger-entry.ts';
import {
  type AwardedPoints,
  type FrozenRenewal,
  type KeptChain,
  readMemberRecords,
} from './pg-read-memberships.ts';

export const checkMembers: Check<unknown, 'memberships'> = {
  name: 'memberships: members',
  async *find({ snapshot }) {
    for await (const { unreadable, entries, awards, chains, renewals } of readMemberRecords(snapshot)) {
      for (const { memberId, because } of unreadable)
        yield problem('member_unreadable', memberId, `The records of the member cannot be read. ${because}.`);
      const ledgers = Map.groupBy(entries, ({ memberId }) => memberId);
      for (const [memberId, ledger] of ledgers) yield* checkLedger(memberId, ledger);
      yield* checkAwards(entries, awards);
      for (const kept of chains) {
        yield* checkTerms(kept);
        yield* checkCaches(kept);
      }
      for (const renewal of renewals) yield* checkRenewal(renewal);
    }
  },
};

/** Each entry must follow the one before it and must have the hash of its content. */
function* checkLedger(memberId: string, ledger: readonly Entry[]): Generator<Finding> {
  let before: { seq: number; hash: Uint8Array } = { seq: 0, hash: NO_HASH };
  for (const entry of ledger) {
    const where = `${memberId} entry ${entry.seq}`;
    if (entry.seq !== before.seq + 1)
      yield problem('points_missing', where, `The ledger has no entry ${before.seq + 1}.`);
    else if (!equalBytes(entry.prevHash, before.hash))
      yield problem('points_unlinked', where, 'The entry does not build on the one before it.');
    if (!equalBytes(entry.hash, entryHash(entry)))
      yield problem('points_changed', where, 'The entry of the ledger is not what its hash says.');
    before = entry;
  }
}

/** The ledger must contain the approved awards and the revoked awards with their reversals, and nothing else. */
function* checkAwards(entries: readonly Entry[], awards: readonly AwardedPoints[]): Generator<Finding> {
  const standing = new Map<string, Entry>();
  const reversed = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'award') standing.set(entry.awardId, entry);
    else if (standing.delete(entry.awardId)) reversed.add(entry.awardId);
    else yield problem('points_stray', entry.awardId, 'The ledger takes back what it never gave.');
  }
  for (const award of awards) {
    const entry = standing.get(award.id);
    const where = `${award.memberId} ${award.id}`;
    if (award.isApproved && (entry === undefined || !isSame(entry, award)))
      yield problem(
        'award_not_in_ledger',
        where,
        'The award is approved, and the ledger does not say the same.',
      );
    if (!award.isApproved && (entry !== undefined || !reversed.has(award.id)))
      yield problem(
        'award_not_reversed',
        where,
        'The award is revoked, and the ledger does not take it back.',
      );
  }
  const known = new Set<string>(awards.map(({ id }) => id));
  for (const awardId of [...standing.keys(), ...reversed])
    if (!known.has(awardId))
      yield problem('points_stray', awardId, 'The ledger holds points of an award that is not decided so.');
}

function isSame(entry: Entry, award: AwardedPoints): boolean {
  return (
    entry.memberId === award.memberId &&
    entry.completedOn === award.completedOn &&
    canonicalize(entry.lines) === canonicalize(award.lines)
  );
}

/** Terms of one membership follow each other and never overlap. */
function* checkTerms({ chain: { membershipId, terms } }: KeptChain): Generator<Finding> {
  for (const [index, term] of terms.entries()) {
    const where = `${membershipId} ${term.id}`;
    const before = terms[index - 1];
    if (term.startsOn > term.endsOn || (before !== undefined && term.startsOn <= before.endsOn))
      yield problem('terms_overlap', where, 'The term overlaps the one before it, or ends before it begins.');
    if (before !== undefined && (term.number !== before.number + 1 || before.renewalId === undefined))
      yield problem('term_undecided', where, 'The term follows one that no renewal has closed.');
  }
}

/**
 * Compares the stored evaluations with recomputed ones. A difference in a stale evaluation is only noted, because a
 * worker is about to recount it.
 */
function* checkCaches({
  chain,
  said,
  derived,
  isStale,
  counts,
}: KeptChain): Generator<Finding<'memberships'>> {
  const level = isStale ? 'note' : 'problem';
  const repair = 'memberships' as const;
  if (said !== derived)
    yield {
      level,
      code: 'standing_differs',
      where: chain.membershipId,
      message: `Its standing is kept as "${said}" and follows from its terms as "${derived}".`,
      repair,
    };
  for (const { termId, said: kept, derived: counted } of counts)
    if (kept !== counted)
      yield {
        level,
        code: 'points_differ',
        where: `${chain.membershipId} ${termId}`,
        message: `What counts is kept as "${kept}" and follows from the ledger as "${counted}".`,
        repair,
      };
}

function* checkRenewal({
  id,
  isApproved,
  snapshot,
  sha256,
  closes,
  opensNext,
}: FrozenRenewal): Generator<Finding> {
  const hash = createHash('sha256')
    .update(snapshot ?? '')
    .digest();
  if (snapshot === undefined || sha256 === undefined || !equalBytes(hash, sha256))
    yield problem('snapshot_changed', id, 'What the decision was based on is not what its hash says.');
  if ((closes === id) !== isApproved || !opensNext)
    yield problem('renewal_unlinked', id, 'The terms that the renewal closed and opened do not say so.');
}
