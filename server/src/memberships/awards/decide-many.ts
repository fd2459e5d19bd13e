/** Makes one decision for many awards, which are named one by one or by their roster. */

import { invalidField } from '../../http/text-rules.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Tools, Who } from '../../operations/operation.ts';
import { note } from '../note-change.ts';
import { assertReason } from '../reason.ts';
import type { AwardStatus } from './award.ts';
import { decideAwards, type Outcome } from './decide-awards.ts';
import { findRosterAwards, rosterExists } from './pg-awards.ts';

export const DECISIONS = ['approve', 'reject', 'revoke'] as const;

type Decision = (typeof DECISIONS)[number];

const TO: Record<Decision, AwardStatus> = { approve: 'approved', reject: 'rejected', revoke: 'revoked' };
const FROM: Record<Decision, AwardStatus> = { approve: 'pending', reject: 'pending', revoke: 'approved' };

type DecideMany = { ids?: string[]; roster_id?: string; decision: Decision; reason?: string };

export async function decideMany(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  wanted: DecideMany,
): Promise<Outcome[]> {
  assertReasonGiven(wanted);
  const ids = await idsOf(tools, who, wanted);
  const to = TO[wanted.decision];
  const outcomes = await decideAwards(tools, who, ids, () => to, wanted.reason);
  const decided = outcomes.flatMap((outcome) => ('award' in outcome ? outcome.award.id : []));
  // The audit entry lists the ids if the caller gave ids. Otherwise their number is enough, because the entry names the
  // roster.
  const details = { to, decided: wanted.ids === undefined ? decided.length : decided };
  await note(tools, who, 'award.decide', wanted.roster_id ?? decided[0] ?? 'none', details);
  return outcomes;
}

function assertReasonGiven({ decision, reason }: DecideMany): void {
  assertReason(reason);
  if (decision === 'approve' || reason !== undefined) return;
  throw invalidField(
    '`reason`',
    `is needed to ${decision} awards.`,
    `es necesario para ${decision === 'reject' ? 'rechazar' : 'revocar'} acreditaciones.`,
  );
}

async function idsOf(
  tools: Pick<Tools, 'query'>,
  who: Who,
  { ids, roster_id, decision }: DecideMany,
): Promise<readonly string[]> {
  if ((ids === undefined) === (roster_id === undefined)) {
    throw invalidField(
      '`ids` or `roster_id`',
      'must be given, and only one of them.',
      'debe indicarse, y solo uno de los dos.',
    );
  }
  if (ids !== undefined) return ids;
  const rosterId = roster_id ?? '';
  if (await rosterExists(tools, who, rosterId)) {
    return findRosterAwards(tools, who, rosterId, [FROM[decision]]);
  }
  throw new AppError('not_found', {
    en: 'There is no roster with this id in your account.',
    es: 'No hay ninguna lista con este id en su cuenta.',
  });
}
