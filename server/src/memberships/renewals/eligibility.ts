/** Why a membership cannot be renewed by its requirements today. */

import { AppError } from '../../kernel/errors.ts';
import type { RenewalId } from '../../kernel/ids.ts';
import type { Renewable } from './renewable.ts';

type Reason =
  | { code: 'membership_ended' }
  | { code: 'member_deceased' }
  | { code: 'renewal_not_open'; opens_on: string }
  | { code: 'renewal_open'; renewal_id: RenewalId }
  | { code: 'requirement_not_met'; requirement: string; name: string; missing: number }
  | { code: 'checklist_not_done'; item: string; name: string };

/** All reasons, in the order in which a person would check them. */
export function reasonsAgainst(renewable: Renewable, waiting: RenewalId | undefined): Reason[] {
  const { membership, memberStatus, opensOn, today } = renewable;
  return [
    ...(membership.status === 'ended' ? [{ code: 'membership_ended' } as const] : []),
    ...(memberStatus === 'deceased' ? [{ code: 'member_deceased' } as const] : []),
    ...(today < opensOn ? [{ code: 'renewal_not_open', opens_on: opensOn } as const] : []),
    ...(waiting === undefined ? [] : [{ code: 'renewal_open', renewal_id: waiting } as const]),
    ...missingOf(renewable),
  ];
}

/** What the requirements and the checklist still need. */
function missingOf({ evaluation, checklist }: Pick<Renewable, 'evaluation' | 'checklist'>) {
  return [
    ...evaluation.requirements
      .filter(({ met }) => !met)
      .map(({ code, name, missing }) => ({
        code: 'requirement_not_met' as const,
        requirement: code,
        name,
        missing,
      })),
    ...checklist
      .filter(({ done }) => !done)
      .map(({ code, name }) => ({ code: 'checklist_not_done' as const, item: code, name })),
  ];
}

export function assertEligible(renewable: Renewable): void {
  const missing = missingOf(renewable);
  if (missing.length === 0) return;
  const { unit } = renewable.program;
  const told = (word: string) =>
    missing
      .map((one) =>
        one.code === 'requirement_not_met'
          ? `${one.name} (\`${one.requirement}\`): ${one.missing} ${unit}`
          : `${one.name} (\`${one.item}\`): ${word}`,
      )
      .join('; ');
  throw new AppError('renewal_not_eligible', {
    en: `The term does not meet what a renewal asks for. Missing: ${told('not done')}.`,
    es: `El periodo no cumple lo que pide una renovación. Falta: ${told('sin hacer')}.`,
  });
}

export function assertOpen({ today, opensOn }: Renewable): void {
  if (today >= opensOn) return;
  throw new AppError('renewal_not_open', {
    en: `A renewal of this term can be asked for from ${opensOn} on.`,
    es: `La renovación de este periodo se puede pedir a partir del ${opensOn}.`,
  });
}
