/** Writes awards that were judged: rows, lines and, where they are approved at once, the ledger. */

import type { CourseId } from '../../kernel/ids.ts';
import { appendEntries } from '../ledger/pg-ledger.ts';
import { tell } from '../operations/events.ts';
import type { Tools, Who } from '../operations/operation.ts';
import { type Award, toLedgerLines } from './award.ts';
import { awardEvent } from './award-event.ts';
import type { Judged } from './judge-award.ts';
import type { Wish } from './judge-wishes.ts';
import { insertAwards } from './pg-write-awards.ts';
import { refreshMembers } from './refresh-members.ts';

export type Granted = { wish: Wish; judged: Judged };

type Origin = { courseId: CourseId | undefined; rosterId: string | undefined; isApproved: boolean };

export async function writeAwards(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  granted: readonly Granted[],
  origin: Origin,
): Promise<Award[]> {
  const now = tools.now();
  const awards = granted.map((each) => toAward(who, each, origin, now));
  if (origin.isApproved) await enterIntoLedger(tools, awards, now);
  await insertAwards(tools, who, awards);
  await tell(tools, who, awards.map(awardEvent('award.created')));
  if (origin.isApproved) await tell(tools, who, awards.map(awardEvent('award.approved')));
  if (origin.isApproved) await refreshMembers(tools, who, awards);
  return awards;
}

function toAward(who: Who, { wish, judged }: Granted, origin: Origin, now: Date): Award {
  return {
    id: wish.id,
    livemode: who.livemode,
    memberId: wish.memberId,
    courseId: origin.courseId,
    activity: wish.activity,
    role: wish.role,
    completedOn: judged.completedOn,
    hours: wish.hours,
    attendance: wish.attendance,
    score: wish.score,
    points: judged.lines,
    evidence: wish.evidence,
    status: origin.isApproved ? 'approved' : 'pending',
    decidedBy: origin.isApproved ? who.by.id : undefined,
    decidedAt: origin.isApproved ? now : undefined,
    decisionReason: undefined,
    rosterId: origin.rosterId,
    diploma: undefined,
    entry: undefined,
    badgeCode: undefined,
    externalId: wish.externalId,
    metadata: wish.metadata,
    createdAt: now,
    updatedAt: now,
  };
}

async function enterIntoLedger(tools: Pick<Tools, 'query'>, awards: Award[], at: Date): Promise<void> {
  const entries = await appendEntries(
    tools,
    awards.map(({ id, memberId, points, completedOn }) => ({
      memberId,
      kind: 'award' as const,
      awardId: id,
      lines: toLedgerLines(points),
      completedOn,
    })),
    at,
  );
  const byAward = new Map(entries.map((entry) => [entry.awardId, entry]));
  for (const award of awards) award.entry = byAward.get(award.id);
}
