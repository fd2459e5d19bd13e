/** Approves, rejects, revokes and withdraws awards, one or many, in one transaction with the ledger. */

import type { AwardId, MemberId } from '../../kernel/ids.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { type Refusal, refuse } from '../../operations/refusal.ts';
import { momentsOf } from '../calendar.ts';
import { dropQueued } from '../documents/pg-queue.ts';
import { tell } from '../events.ts';
import { type MayDecide, readFourEyes } from '../four-eyes/four-eyes.ts';
import { lockMembers } from '../members/pg-lock-members.ts';
import { memberAnonymised } from '../members/refusals.ts';
import { note } from '../note-change.ts';
import { assertReason } from '../reason.ts';
import { type Award, type AwardStatus, awardTransition, toLedgerLines } from './award.ts';
import { decidedEvent } from './award-event.ts';
import { awardNotFound } from './find-award.ts';
import type { EntryKind } from './ledger-entry.ts';
import { findAwards, rostersWithDiplomas } from './pg-awards.ts';
import { appendEntries } from './pg-ledger.ts';
import { updateDecided } from './pg-write-awards.ts';
import { queueDiplomas } from './queue-diplomas.ts';
import { membersOf, refreshMembers } from './refresh-members.ts';

type Ports = Pick<Tools, 'query' | 'now' | 'newId'>;

/** The outcome for each named award. */
export type Outcome = { id: string } & (
  | { award: Award }
  /** `status` is the state of the award, if it exists. */
  | { refusal: Refusal; status: AwardStatus | undefined }
);

const VERBS = {
  pending: 'create',
  approved: 'approve',
  rejected: 'reject',
  revoked: 'revoke',
  withdrawn: 'withdraw',
} as const satisfies Record<AwardStatus, string>;

/** Decides on one award. Throws if the decision is refused. */
export async function decideAward(
  tools: Ports,
  who: Who,
  named: string,
  to: AwardStatus,
  reason: string | undefined,
): Promise<Award> {
  assertReason(reason);
  const [outcome] = await decideAwards(tools, who, [named], () => to, reason);
  if (outcome === undefined || 'refusal' in outcome) return refuse(outcome?.refusal ?? awardNotFound());
  await note(tools, who, `award.${VERBS[to]}`, outcome.award.id, { to });
  return outcome.award;
}

/**
 * Decides on awards in the given order. If one award is refused, its outcome says so, and the others are still decided.
 */
export async function decideAwards(
  tools: Ports,
  who: Who,
  named: readonly string[],
  to: (award: Award) => AwardStatus,
  reason: string | undefined,
): Promise<Outcome[]> {
  const awards = await lockAwards(tools, who, named);
  const mayDecide = await readFourEyes(tools, who);
  const outcomes = [...new Set(named)].map((id): Outcome => judge(id, awards, to, mayDecide));
  const decided = outcomes.flatMap((outcome) => ('award' in outcome ? outcome.award : []));
  const at = tools.now();
  const momentOf = await momentsOf(tools, who, membersOf(decided));
  const seqs = await enterIntoLedger(tools, decided, to, momentOf);
  await updateDecided(
    tools,
    decided.map((award) => ({
      id: award.id,
      status: to(award),
      entrySeq: seqs.get(award.id),
      decidedAt: momentOf(award.memberId),
    })),
    { by: who.by.id, at, reason },
  );
  await queueWanted(
    tools,
    who,
    decided.filter((award) => to(award) === 'approved'),
    at,
  );
  await dropQueued(
    tools,
    decided.filter((award) => to(award) === 'revoked').map(({ id }) => id),
  );
  // Only members whose ledger has changed are evaluated again; the others keep their points.
  await refreshMembers(
    tools,
    who,
    decided.filter((award) => ENTRIES[to(award)] !== undefined),
  );
  const after = new Map(
    (
      await findAwards(
        tools,
        who,
        decided.map(({ id }) => id),
      )
    ).map((a) => [a.id, a]),
  );
  await tell(tools, who, [...after.values()].flatMap(decidedEvent));
  return outcomes.map((outcome) =>
    'award' in outcome ? { id: outcome.id, award: after.get(outcome.award.id) ?? outcome.award } : outcome,
  );
}

/** Queues the diplomas of the approved awards whose rosters were posted with `diplomas`. */
async function queueWanted(tools: Ports, who: Who, approved: readonly Award[], at: Date): Promise<void> {
  const rosters = [...new Set(approved.flatMap(({ rosterId }) => rosterId ?? []))];
  if (rosters.length === 0) return;
  const wanting = await rostersWithDiplomas(tools, rosters);
  const wanted = approved.filter(({ rosterId }) => rosterId !== undefined && wanting.has(rosterId));
  await queueDiplomas(tools, who, wanted, at);
}

type Locked = { awards: ReadonlyMap<string, Award>; statuses: ReadonlyMap<string, string> };

/**
 * Locks the members first, in the order of their ids, and then reads the awards again, because they may have changed.
 */
async function lockAwards(tools: Ports, who: Who, named: readonly string[]): Promise<Locked> {
  const ids = named.map((text) => parseId('awd', text)).filter((id) => id !== undefined);
  const seen = await findAwards(tools, who, ids);
  const statuses = await lockMembers(tools, who, membersOf(seen));
  const awards = await findAwards(tools, who, ids, true);
  return { awards: new Map(awards.map((award) => [award.id, award])), statuses };
}

function judge(
  id: string,
  { awards, statuses }: Locked,
  to: (award: Award) => AwardStatus,
  mayDecide: MayDecide,
): Outcome {
  const award = awards.get(id);
  if (award === undefined) return { id, refusal: awardNotFound(), status: undefined };
  if (statuses.get(award.memberId) === 'anonymised')
    return { id, refusal: memberAnonymised(), status: award.status };
  const isDecision = GRANT_OR_REFUSE.includes(to(award));
  const refusal = awardTransition(award, to(award)) ?? (isDecision ? mayDecide(award.reporters) : undefined);
  return refusal === undefined ? { id, award } : { id, refusal, status: award.status };
}

/**
 * Only these decisions need a second person. Revoking undoes what somebody else has approved, and withdrawing only
 * takes back a report.
 */
const GRANT_OR_REFUSE: readonly AwardStatus[] = ['approved', 'rejected'];

const ENTRIES: Partial<Record<AwardStatus, EntryKind>> = { approved: 'award', revoked: 'reversal' };

/** Returns the position of each approval in its member's chain. */
async function enterIntoLedger(
  tools: Ports,
  awards: readonly Award[],
  to: (award: Award) => AwardStatus,
  momentOf: (memberId: MemberId) => Date,
): Promise<Map<AwardId, number>> {
  const entries = awards.flatMap((award) => {
    const kind = ENTRIES[to(award)];
    if (kind === undefined) return [];
    const { id: awardId, memberId, completedOn } = award;
    return [{ memberId, kind, awardId, lines: toLedgerLines(award.points), completedOn }];
  });
  if (entries.length === 0) return new Map();
  const written = await appendEntries(tools, entries, momentOf);
  return new Map(written.filter(({ kind }) => kind === 'award').map(({ awardId, seq }) => [awardId, seq]));
}
