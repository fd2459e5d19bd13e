/** Takes a roster back: approved awards are revoked, pending ones withdrawn, in one transaction. */

import type { Tools, Who } from '../../operations/operation.ts';
import { assertMay } from '../../operations/refusal.ts';
import { decideAwards } from '../awards/decide-awards.ts';
import { findRosterAwards } from '../awards/pg-awards.ts';
import { note } from '../note-change.ts';
import type { Posting } from '../posted-tables/posting.ts';
import { assertReason } from '../reason.ts';
import { rosterNamed } from './find-roster.ts';

type RevokedRoster = { roster: Posting; revoked: number; withdrawn: number; refused: number };

export async function revokeRoster(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  named: string,
  reason: string,
): Promise<RevokedRoster> {
  assertReason(reason);
  const roster = await rosterNamed(tools, who, named, undefined);
  const ids = await findRosterAwards(tools, who, roster.id, ['pending', 'approved']);
  const pending = await findRosterAwards(tools, who, roster.id, ['pending']);
  if (pending.length > 0) assertMay(who, 'awards:write');
  const outcomes = await decideAwards(
    tools,
    who,
    ids,
    ({ status }) => (status === 'approved' ? 'revoked' : 'withdrawn'),
    reason,
  );
  const count = (status: string) =>
    outcomes.filter((outcome) => 'award' in outcome && outcome.award.status === status).length;
  const [revoked, withdrawn] = [count('revoked'), count('withdrawn')];
  await note(tools, who, 'roster.revoke', roster.id, { revoked, withdrawn });
  return { roster, revoked, withdrawn, refused: outcomes.length - revoked - withdrawn };
}
