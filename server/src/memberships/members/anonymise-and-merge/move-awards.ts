/** Moves the awards of one member to another, with the same days and points. */

import * as read from '../../../database/row-reader.ts';
import type { AwardId, MemberId } from '../../../kernel/ids.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import type { Award } from '../../awards/award.ts';
import { toLedgerLines } from '../../awards/award.ts';
import { decideAwards } from '../../awards/decide-awards.ts';
import { findAwards } from '../../awards/pg-awards.ts';
import { appendEntries } from '../../awards/pg-ledger.ts';
import { insertAwards } from '../../awards/pg-write-awards.ts';
import { momentsOf } from '../../calendar.ts';

/**
 * Moves awards: approved ones are revoked and pending ones withdrawn, and each is made again for the other member
 * unless that member already has it. Returns how many moved.
 */
export async function moveAwards(
  tools: Tools,
  who: Who,
  from: MemberId,
  into: MemberId,
  reason: string,
): Promise<number> {
  const before = await findAwards(tools, who, await openAwards(tools, from));
  if (before.length === 0) return 0;
  const held = new Set((await findAwards(tools, who, await openAwards(tools, into))).map(placeOf));
  const ids = before.map((award) => award.id);
  await decideAwards(
    tools,
    who,
    ids,
    ({ status }) => (status === 'approved' ? 'revoked' : 'withdrawn'),
    reason,
  );
  const moment = (await momentsOf(tools, who, [into]))(into);
  const moved = before
    .filter((award) => award.courseId === undefined || !held.has(placeOf(award)))
    .map((award) => givenTo(tools, who, into, award, moment));
  await enterIntoLedger(tools, moved, moment);
  await insertAwards(tools, who, moved);
  return moved.length;
}

async function openAwards({ query }: Pick<Tools, 'query'>, memberId: MemberId): Promise<AwardId[]> {
  const rows = await query(
    "select id from awards where member_id = $1 and status in ('pending', 'approved') order by id",
    [memberId],
    'open-awards-of-member',
  );
  return rows.map((row) => read.id('awd', row, 'id'));
}

/** The key of an award within its member, who has at most one award for a course and role. */
function placeOf({ courseId, role }: Award): string {
  return `${courseId} ${role}`;
}

function givenTo(
  tools: Pick<Tools, 'newId' | 'now'>,
  who: Who,
  memberId: MemberId,
  award: Award,
  moment: Date,
): Award {
  const now = tools.now();
  const isApproved = award.status === 'approved';
  return {
    ...award,
    id: tools.newId('awd'),
    memberId,
    diploma: undefined,
    entry: undefined,
    badgeCode: undefined,
    decidedBy: isApproved ? who.by.id : undefined,
    decidedAt: isApproved ? moment : undefined,
    decisionReason: undefined,
    createdAt: moment,
    updatedAt: now,
  };
}

async function enterIntoLedger(
  tools: Pick<Tools, 'query'>,
  awards: readonly Award[],
  moment: Date,
): Promise<void> {
  const approved = awards.filter(({ status }) => status === 'approved');
  const entries = await appendEntries(
    tools,
    approved.map((award) => ({
      memberId: award.memberId,
      kind: 'award' as const,
      awardId: award.id,
      lines: toLedgerLines(award.points),
      completedOn: award.completedOn,
    })),
    () => moment,
  );
  for (const [i, award] of approved.entries()) award.entry = entries[i];
}
