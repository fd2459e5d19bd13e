/** Writes awards that were judged, with their lines. For those that are approved at once, it writes the ledger too. */

import type { CourseId, MemberId } from '../../kernel/ids.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { momentsOf } from '../calendar.ts';
import { tell } from '../events.ts';
import { type Reporters, reportersOf } from '../four-eyes/four-eyes.ts';
import { type Award, toLedgerLines } from './award.ts';
import { awardEvent } from './award-event.ts';
import type { Judged } from './judge-award.ts';
import type { AwardRequest } from './judge-requests.ts';
import { appendEntries } from './pg-ledger.ts';
import { insertAwards } from './pg-write-awards.ts';
import { refreshMembers } from './refresh-members.ts';

type Granted = { request: AwardRequest; judged: Judged };

type Origin = { courseId: CourseId | undefined; rosterId: string | undefined; isApproved: boolean };

export async function writeAwards(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  granted: readonly Granted[],
  origin: Origin,
): Promise<Award[]> {
  const members = granted.map(({ request }) => request.memberId);
  const momentOf = await momentsOf(tools, who, members);
  const times = (memberId: MemberId) => ({ now: tools.now(), moment: momentOf(memberId) });
  const reporters = await reportersOf(tools, who);
  const awards = granted.map((each) =>
    toAward(who, each, { ...origin, reporters }, times(each.request.memberId)),
  );
  if (origin.isApproved) await enterIntoLedger(tools, awards, momentOf);
  await insertAwards(tools, who, awards);
  await tell(tools, who, awards.map(awardEvent('award.created')));
  if (origin.isApproved) await tell(tools, who, awards.map(awardEvent('award.approved')));
  if (origin.isApproved) await refreshMembers(tools, who, awards);
  return awards;
}

function toAward(
  who: Who,
  { request, judged }: Granted,
  origin: Origin & { reporters: Reporters },
  { now, moment }: { now: Date; moment: Date },
): Award {
  return {
    id: request.id,
    livemode: who.livemode,
    memberId: request.memberId,
    courseId: origin.courseId,
    activity: request.activity,
    role: request.role,
    completedOn: judged.completedOn,
    hours: request.hours,
    attendance: request.attendance,
    score: request.score,
    points: judged.lines,
    evidence: request.evidence,
    status: origin.isApproved ? 'approved' : 'pending',
    reporters: origin.reporters,
    decidedBy: origin.isApproved ? who.by.id : undefined,
    decidedAt: origin.isApproved ? moment : undefined,
    decisionReason: undefined,
    rosterId: origin.rosterId,
    diploma: undefined,
    entry: undefined,
    badgeCode: undefined,
    externalId: request.externalId,
    metadata: request.metadata,
    createdAt: moment,
    updatedAt: now,
  };
}

async function enterIntoLedger(
  tools: Pick<Tools, 'query'>,
  awards: Award[],
  momentOf: (memberId: MemberId) => Date,
): Promise<void> {
  const entries = await appendEntries(
    tools,
    awards.map(({ id, memberId, points, completedOn }) => ({
      memberId,
      kind: 'award' as const,
      awardId: id,
      lines: toLedgerLines(points),
      completedOn,
    })),
    momentOf,
  );
  const byAward = new Map(entries.map((entry) => [entry.awardId, entry]));
  for (const award of awards) award.entry = byAward.get(award.id);
}
