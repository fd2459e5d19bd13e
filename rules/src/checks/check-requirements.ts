/** Checks minima: their codes, what they name, and which fields go together. */

import type { Requirement, Rules } from '../rules.ts';
import { checkAlternatives } from './check-alternatives.ts';
import { checkCondition } from './check-condition.ts';
import { checkPoints, checkWhole } from './check-limits.ts';
import { checkDoubled, problem, type RuleProblem } from './rule-problem.ts';

const MOST_EVERY_TERMS = 20;

export function checkRequirements(rules: Rules): RuleProblem[] {
  const { requirements, categories } = rules;
  const codes = requirements.map(({ code }) => code);
  return [
    ...checkDoubled(codes, (index) => `rules.requirements[${index}].code`),
    ...requirements.flatMap((requirement, index) => {
      const path = `rules.requirements[${index}]`;
      return [
        ...(requirement.any_of
          ? checkAlternatives(requirement, requirement.any_of, path, categories)
          : checkMeasured(requirement, path, rules)),
        ...checkTerms(requirement, path),
        ...checkDoubled(requirement.tracks, (track) => `${path}.tracks[${track}]`),
      ];
    }),
  ];
}

function checkMeasured(requirement: Requirement, path: string, rules: Rules): RuleProblem[] {
  const problems = checkCondition(requirement, path, rules.categories);
  const { period, late_points, keeps_standing } = requirement;
  if (period === undefined) {
    problems.push(
      problem(
        `${path}.period`,
        'is missing; write term, year or months.',
        'falta; escriba term, year o months.',
      ),
    );
  }
  problems.push(...checkPoints(`${path}.late_points`, late_points));
  const isOfPoints = period === 'term' && typeof requirement.min_points === 'number';
  if (typeof late_points === 'number' && !isOfPoints) {
    problems.push(
      problem(
        `${path}.late_points`,
        'goes with min_points and the period term only; leave it out.',
        'solo va con min_points y el periodo term; omítalo.',
      ),
    );
  }
  if (keeps_standing && (period !== 'year' || rules.term_months < 12)) {
    problems.push(
      problem(
        `${path}.keeps_standing`,
        'goes with the period year and terms of 12 months or more only; write false.',
        'solo va con el periodo year y periodos de 12 meses o más; escriba false.',
      ),
    );
  }
  return problems;
}

function checkTerms({ from_term, to_term, every_terms }: Requirement, path: string): RuleProblem[] {
  const problems = checkWhole(`${path}.every_terms`, every_terms, [1, MOST_EVERY_TERMS]);
  if (to_term !== null && to_term < from_term) {
    problems.push(
      problem(
        `${path}.to_term`,
        `lies before from_term (${from_term}), so it would never be asked for; raise it or write null.`,
        `es menor que from_term (${from_term}), así que nunca se pediría; auméntelo o escriba null.`,
      ),
    );
  }
  return problems;
}
