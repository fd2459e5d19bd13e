/**
 * Checks one condition, either the requirement's own or one of its alternatives: its measure, its categories and its
 * period.
 */

import { type Category, type Condition, MEASURES } from '../rules.ts';
import { ancestorsOf } from './check-categories.ts';
import { checkPoints, checkWhole } from './check-limits.ts';
import { checkNamedCategories } from './check-named-categories.ts';
import { problem, type RuleProblem } from './rule-problem.ts';

const MOST_AWARDS = 1_000;
const MOST_AREAS = 200;

export function checkCondition(
  condition: Condition,
  path: string,
  categories: readonly Category[],
): RuleProblem[] {
  return [
    ...checkMeasure(condition, path),
    ...checkNamedCategories(`${path}.categories`, condition.categories, categories),
    ...checkAreas(condition, path, categories),
    ...checkOneUnit(`${path}.categories`, condition.categories, categories),
    ...checkLargest(condition, path, categories),
    ...checkPeriod(condition, path),
  ];
}

export function checkMeasure(
  condition: Omit<Condition, 'months' | 'prorate_first'>,
  path: string,
): RuleProblem[] {
  const measures = MEASURES.filter((field) => typeof condition[field] === 'number');
  if (measures.length !== 1) return [notOneMeasure(measures, path)];
  const problems = [
    ...checkPoints(`${path}.min_points`, condition.min_points),
    ...checkWhole(`${path}.min_awards`, condition.min_awards, [1, MOST_AWARDS]),
    ...checkWhole(`${path}.min_categories`, condition.min_categories, [1, MOST_AREAS]),
    ...checkPoints(`${path}.each_points`, condition.each_points),
  ];
  if (measures[0] === 'min_points' && typeof condition.each_points === 'number') {
    problems.push(
      problem(
        `${path}.each_points`,
        'goes with min_awards and min_categories only; leave it out.',
        'solo va con min_awards y min_categories; omítalo.',
      ),
    );
  }
  return problems;
}

function notOneMeasure(measures: readonly string[], path: string): RuleProblem {
  if (measures.length > 1) {
    return problem(
      path,
      `has ${measures.join(' and ')}; a requirement has one measure. Make two requirements of it.`,
      `tiene ${measures.join(' y ')}; un requisito tiene una sola medida. Haga de él dos requisitos.`,
    );
  }
  return problem(
    path,
    `asks for nothing; write ${path}.min_points, or min_awards, min_categories or any_of.`,
    `no pide nada; escriba ${path}.min_points, o bien min_awards, min_categories o any_of.`,
  );
}

/** Areas must be named one by one, and no area may lie under another. */
function checkAreas(
  { categories: named, ...condition }: Condition,
  path: string,
  categories: readonly Category[],
): RuleProblem[] {
  if (typeof condition.min_categories !== 'number') return [];
  if (named === null) {
    return [
      problem(
        `${path}.categories`,
        'must name the areas of which so many are asked for.',
        'debe nombrar las áreas de las que se pide este número.',
      ),
    ];
  }
  const byCode = new Map(categories.map((category) => [category.code, category]));
  return named.flatMap((code, index) => {
    const category = byCode.get(code);
    const above = category && ancestorsOf(category, byCode).find((one) => named.includes(one));
    if (!above) return [];
    return [
      problem(
        `${path}.categories[${index}]`,
        `names ${code}, which lies under ${above}; each area is counted by itself. Name one of the two.`,
        `nombra ${code}, que queda debajo de ${above}; cada área se cuenta por separado. Nombre una de las dos.`,
      ),
    ];
  });
}

export function checkOneUnit(
  path: string,
  named: readonly string[] | null,
  categories: readonly Category[],
): RuleProblem[] {
  const units = new Set((named ?? []).map((code) => unitOf(code, categories)));
  if (units.size <= 1) return [];
  return [
    problem(
      path,
      'names categories of two units, which cannot be added; make one requirement for each unit.',
      'nombra categorías de dos unidades, que no se pueden sumar; haga un requisito para cada unidad.',
    ),
  ];
}

/** The unit of a category, which is that of the category at the top of its branch. Null is the program's own unit. */
export function unitOf(code: string, categories: readonly Category[]): string | null {
  const byCode = new Map(categories.map((category) => [category.code, category]));
  const category = byCode.get(code);
  if (!category) return null;
  return byCode.get(ancestorsOf(category, byCode).at(-1) ?? code)?.unit ?? null;
}

/**
 * Refuses to count awards where only the largest awards count. Which awards are the largest depends on their points, so
 * the number of awards would change with the points.
 */
export function checkLargest(
  { categories: named, min_awards }: Pick<Condition, 'categories' | 'min_awards'>,
  path: string,
  categories: readonly Category[],
): RuleProblem[] {
  if (typeof min_awards !== 'number') return [];
  const byCode = new Map(categories.map((category) => [category.code, category]));
  const counted = categories.find(
    (category) =>
      category.max_awards_per_year !== null &&
      (named === null
        ? unitOf(category.code, categories) === null
        : [category.code, ...ancestorsOf(category, byCode)].some((code) => named.includes(code))),
  );
  if (!counted) return [];
  return [
    problem(
      `${path}.min_awards`,
      `counts awards of ${counted.code}, in which only the largest of a year count; leave one of them out.`,
      `cuenta acreditaciones de ${counted.code}, en la que solo cuentan las mayores de cada año; omita uno de los dos.`,
    ),
  ];
}

function checkPeriod(condition: Condition, path: string): RuleProblem[] {
  const { period, months, prorate_first } = condition;
  const problems = checkWhole(`${path}.months`, months, [1, 600]);
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
  if (prorate_first && (period !== 'term' || typeof condition.min_points !== 'number')) {
    problems.push(
      problem(
        `${path}.prorate_first`,
        `goes with min_points and the period term only${period === 'term' ? '' : `, not with ${period}`}; write false.`,
        `solo va con min_points y el periodo term${period === 'term' ? '' : `, no con ${period}`}; escriba false.`,
      ),
    );
  }
  return problems;
}
