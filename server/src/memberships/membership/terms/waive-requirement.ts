/** Waivers: another minimum for one requirement of one term. */

import { invalidField } from '../../../http/text-rules.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { TermId } from '../../../kernel/ids.ts';
import type { Tools, Who } from '../../../operations/operation.ts';
import { hundredthsOf } from '../../fields.ts';
import { note } from '../../note-change.ts';
import { waiverProblem } from '../../programs/waiver-minimum.ts';
import { assertReason } from '../../reason.ts';
import { assertNotAsked } from '../../renewals/assert-not-asked.ts';
import { readVersions } from '../../standing/pg-versions.ts';
import { type LockedMembership, lockOpenTerm } from '../lock-membership.ts';
import { updateTerm } from './pg-term-rows.ts';
import { refreshTerms } from './refresh-terms.ts';
import type { MembershipTerm } from './term.ts';

export async function waiveRequirement(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  { id, requirement }: { id: string; requirement: string },
  { min_points, reason }: { min_points: number; reason: string },
): Promise<TermId> {
  assertReason(reason);
  const waiver = { min_points: hundredthsOf('min_points', min_points), reason };
  const locked = await lockOpenTerm(tools, who, id);
  await assertNotAsked(tools, who, locked);
  await assertFits(tools, locked, requirement, min_points);
  await writeWaivers(tools, who, locked, { ...locked.term.waivers, [requirement]: waiver });
  await note(tools, who, 'term.waive', locked.term.id, { requirement, min_points });
  return locked.term.id;
}

export async function endWaiver(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  { id, requirement }: { id: string; requirement: string },
): Promise<void> {
  const locked = await lockOpenTerm(tools, who, id);
  // A code may be `constructor`, a property that every object inherits.
  if (!Object.hasOwn(locked.term.waivers, requirement)) throw noWaiver(requirement);
  const { [requirement]: _, ...others } = locked.term.waivers;
  await writeWaivers(tools, who, locked, others);
  await note(tools, who, 'term.end_waiver', locked.term.id, { requirement });
}

type LockedTerm = LockedMembership & { term: MembershipTerm };

async function writeWaivers(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  { term, membership }: LockedTerm,
  waivers: MembershipTerm['waivers'],
): Promise<void> {
  await updateTerm(tools, { ...term, waivers, updatedAt: tools.now() });
  await refreshTerms(tools, who, [membership.memberId]);
}

/** Checks that the rules have the requirement, and that it can have this minimum. */
async function assertFits(
  tools: Pick<Tools, 'query'>,
  { term, membership: { programId } }: LockedTerm,
  requirement: string,
  minimum: number,
): Promise<void> {
  const version = term.programVersion;
  const { rules } = (await readVersions(tools, [{ programId, version }]))(programId, version);
  const codes = rules.requirements.map(({ code }) => code);
  const asked = rules.requirements.find(({ code }) => code === requirement);
  const problem = asked && waiverProblem(asked, minimum);
  if (problem) throw invalidField('`min_points`', problem.en, problem.es);
  if (asked) return;
  throw new AppError('not_found', {
    en: `The rules of the term have no requirement with this code. They have: ${codes.join(', ')}.`,
    es: `Las reglas del periodo no tienen ningún requisito con este código. Tienen: ${codes.join(', ')}.`,
  });
}

function noWaiver(requirement: string): AppError {
  return new AppError('not_found', {
    en: `The term has no waiver of \`${requirement.slice(0, 40)}\`.`,
    es: `El periodo no tiene dispensa de \`${requirement.slice(0, 40)}\`.`,
  });
}
