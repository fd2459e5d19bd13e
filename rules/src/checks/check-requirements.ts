/** Minima: their codes, what they name, and which fields go together. */

import { isPoints } from '../points.ts';
import type { Category, Requirement, Rules } from '../rules.ts';
import { checkDoubled, problem, type RuleProblem } from './rule-problem.ts';

export function checkRequirements({ requirements, categories }: Rules): RuleProblem[] {
  const codes = requirements.map(({ code }) => code);
  return [
    ...checkDoubled(codes, (index) => `rules.requirements[${index}].code`),
    ...requirements.flatMap((requirement, index) => {
      const path = `rules.requirements[${index}]`;
      return [
        ...checkPoints(`${path}.min_points`, requirement.min_points),
        ...checkNamedCategories(`${path}.categories`, requirement.categories, categories),
        ...checkPeriod(requirement, path),
        ...checkDoubled(requirement.tracks, (track) => `${path}.tracks[${track}]`),
      ];
    }),
  ];
}

/** Codes of leaves or nodes, each once; null stands for all. */
export function checkNamedCategories(
  path: string,
  named: readonly string[] | null,
  categories: readonly Category[],
): RuleProblem[] {
  if (named === null) return [];
  const known = new Set(categories.map(({ code }) => code));
  const unknown = named.flatMap((code, index) =>
    known.has(code)
      ? []
      : [
          problem(
            `${path}[${index}]`,
            `names ${code}, which is not in rules.categories; correct the code or add the category.`,
            `nombra ${code}, que no está en rules.categories; corrija el código o agregue la categoría.`,
          ),
        ],
  );
  return [...unknown, ...checkDoubled(named, (index) => `${path}[${index}]`)];
}

export function checkPoints(path: string, value: number): RuleProblem[] {
  if (isPoints(value)) return [];
  return [
    problem(
      path,
      'must be more than 0 and at most 100000, with two decimals at most.',
      'debe ser mayor que 0 y de 100000 como máximo, con dos decimales como máximo.',
    ),
  ];
}

function checkPeriod(requirement: Requirement, path: string): RuleProblem[] {
  const { period, months, prorate_first, from_term, to_term } = requirement;
  const problems: RuleProblem[] = [];
  if (period === 'months' && months === null) {
    problems.push(
      problem(
        `${path}.months`,
        'is missing; the period months needs how many.',
        'falta; el periodo months necesita cuántos.',
      ),
    );
  }
  if (period !== 'months' && months !== null) {
    problems.push(
      problem(
        `${path}.months`,
        `goes with the period months only, not with ${period}; leave it out.`,
        `solo va con el periodo months, no con ${period}; omítalo.`,
      ),
    );
  }
  if (prorate_first && period !== 'term') {
    problems.push(
      problem(
        `${path}.prorate_first`,
        `goes with the period term only, not with ${period}; write false.`,
        `solo va con el periodo term, no con ${period}; escriba false.`,
      ),
    );
  }
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
