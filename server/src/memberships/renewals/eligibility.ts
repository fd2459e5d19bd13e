/** The reasons why a membership cannot be renewed today. */

import type { RequirementResult } from '@sello/rules';
import { AppError } from '../../kernel/errors.ts';
import type { RenewalId } from '../../kernel/ids.ts';
import type { Renewable } from './renewable.ts';

type Missing =
  | {
      code: 'requirement_not_met' | 'reinstatement_not_met';
      requirement: string;
      name: string;
      missing: number;
      measure?: 'awards' | 'categories';
    }
  | { code: 'checklist_not_done'; item: string; name: string; year?: number }
  | { code: 'reinstatement_too_late'; until: string | null };

type Reason =
  | { code: 'membership_ended' }
  | { code: 'member_deceased' }
  | { code: 'renewal_not_open'; opens_on: string }
  | { code: 'renewal_open'; renewal_id: RenewalId }
  | Missing;

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

type Judged = Pick<Renewable, 'evaluation' | 'checklist' | 'asksOldTerm'>;

/** What is still missing for the requirements, the checklist and, after a lapse, the reinstatement. */
function missingOf({ evaluation, checklist, asksOldTerm }: Judged): Missing[] {
  const { reinstatement, requirements } = evaluation;
  const isOldTermAsked = reinstatement === undefined || asksOldTerm;
  return [
    ...(isOldTermAsked ? unmet('requirement_not_met', requirements) : []),
    ...(reinstatement?.in_time === false
      ? [{ code: 'reinstatement_too_late' as const, until: reinstatement.until }]
      : []),
    ...unmet('reinstatement_not_met', reinstatement?.requirements ?? []),
    ...checklist
      .filter(({ done }) => !done)
      .map(({ code, name, year }) => ({
        code: 'checklist_not_done' as const,
        item: code,
        name,
        ...(year !== undefined && { year }),
      })),
  ];
}

function unmet(
  code: 'requirement_not_met' | 'reinstatement_not_met',
  results: readonly RequirementResult[],
): Missing[] {
  return results
    .filter(({ met }) => !met)
    .map(({ name, missing, chosen, any_of, ...result }) => {
      const measure = result.measure ?? any_of?.find((alternative) => alternative.code === chosen)?.measure;
      return { code, requirement: result.code, name, missing, ...(measure && { measure }) };
    });
}

const WORDS = {
  en: {
    notDone: 'not done',
    tooLate: 'a reinstatement was possible until',
    awards: 'awards',
    categories: 'areas',
  },
  es: {
    notDone: 'sin hacer',
    tooLate: 'la reincorporación era posible hasta el',
    awards: 'acreditaciones',
    categories: 'áreas',
  },
} as const;

export function assertEligible(renewable: Renewable): void {
  const missing = missingOf(renewable);
  if (missing.length === 0) return;
  const told = (words: (typeof WORDS)['en' | 'es']) =>
    missing.map((one) => tell(one, words, renewable.program.unit)).join('; ');
  throw new AppError('renewal_not_eligible', {
    en: `The term does not meet what a renewal asks for. Missing: ${told(WORDS.en)}.`,
    es: `El periodo no cumple lo que pide una renovación. Falta: ${told(WORDS.es)}.`,
  });
}

function tell(one: Missing, words: (typeof WORDS)['en' | 'es'], unit: string): string {
  if (one.code === 'reinstatement_too_late') return `${words.tooLate} ${one.until}`;
  if (one.code === 'checklist_not_done') {
    const year = one.year === undefined ? '' : ` ${one.year}`;
    return `${one.name}${year} (\`${one.item}\`): ${words.notDone}`;
  }
  return `${one.name} (\`${one.requirement}\`): ${one.missing} ${one.measure ? words[one.measure] : unit}`;
}

export function assertOpen({ today, opensOn }: Renewable): void {
  if (today >= opensOn) return;
  throw new AppError('renewal_not_open', {
    en: `A renewal of this term can be requested from ${opensOn}.`,
    es: `La renovación de este periodo se puede pedir a partir del ${opensOn}.`,
  });
}
