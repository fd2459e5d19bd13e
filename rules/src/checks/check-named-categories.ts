/** Checks lists of category codes. */

import type { Category } from '../rules.ts';
import { checkDoubled, problem, type RuleProblem } from './rule-problem.ts';

/** Each code must be that of a leaf or a node and appear once. Null stands for all categories. */
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
