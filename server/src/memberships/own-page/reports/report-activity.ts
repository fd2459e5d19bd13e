/** A member reports an activity with its evidence. The report is pending until the council decides. */

import { AppError } from '../../../kernel/errors.ts';
import { type MemberId, parseId } from '../../../kernel/ids.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { refuse } from '../../../operations/refusal.ts';
import type { Award } from '../../awards/award.ts';
import { createAward } from '../../awards/create-award.ts';
import { decideAward } from '../../awards/decide-awards.ts';
import { awardNotFound } from '../../awards/find-award.ts';
import { findMemberToChange } from '../../members/find-member.ts';
import { lockUnused, noteReported, ownAwards } from './pg-evidence.ts';

type Ports = Pick<Tools, 'query' | 'now' | 'newId'>;

type Activity = {
  evidence_id: string;
  program_id: string;
  title: string;
  provider?: string;
  completed_on: string;
  hours?: number;
  category: string;
  points: number;
  note?: string;
};

export async function reportActivity(
  tools: Ports,
  who: Who,
  memberId: MemberId,
  activity: Activity,
): Promise<Award> {
  await findMemberToChange(tools, who, memberId);
  const evidenceId = parseId('evd', activity.evidence_id);
  const certificateId = evidenceId && (await lockUnused(tools, memberId, evidenceId));
  if (evidenceId === undefined || certificateId === undefined) throw noEvidence();
  const { title, provider, completed_on, hours, category, points, program_id, note } = activity;
  const award = await createAward(tools, who, {
    member_id: memberId,
    activity: { title, ...(provider !== undefined && { provider }) },
    completed_on,
    ...(hours !== undefined && { hours }),
    points: [{ program_id, category, points }],
    evidence: [{ certificate_id: certificateId }, ...(note === undefined ? [] : [{ note }])],
  });
  await noteReported(tools, evidenceId, award.id);
  return award;
}

/** Members can withdraw only what they reported themselves. */
export async function withdrawActivity(
  tools: Ports,
  who: Who,
  memberId: MemberId,
  awardId: string,
): Promise<Award> {
  if (!(await ownAwards(tools, memberId)).has(awardId)) refuse(awardNotFound());
  return decideAward(tools, who, awardId, 'withdrawn', undefined);
}

function noEvidence(): AppError {
  return new AppError('not_found', {
    en: 'Send the file of the evidence first; each file is for one activity.',
    es: 'Envíe primero el archivo de la evidencia; cada archivo es para una actividad.',
  });
}
