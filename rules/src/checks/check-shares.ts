/** Checks `max_share`: what the share is a part of, and where it can stand. */

import type { Category, Condition, MaxShare, Rules } from '../rules.ts';
import { ancestorsOf } from './check-categories.ts';
import { unitOf } from './check-condition.ts';
import { checkWhole } from './check-limits.ts';
import { checkDoubled, problem, type RuleProblem } from './rule-problem.ts';

export function checkShares(rules: Rules): RuleProblem[] {
  const counted = new Set<string | null>();
  const ofShares = rules.categories.flatMap((category, index) => {
    const { max_share: share } = category;
    if (!share) return [];
    const path = `rules.categories[${index}].max_share`;
    const problems = checkWhole(`${path}.percent`, share.percent, [1, 99]);
    if (share.of !== 'counted') return [...problems, ...checkOf(share.of, category, path, rules)];
    const unit = unitOf(category.code, rules.categories);
    const isSecond = counted.has(unit);
    counted.add(unit);
    return [...problems, ...checkOfCounted(category, path, rules, isSecond)];
  });
  return [...ofShares, ...checkWindows(rules)];
}

function checkOf(
  codes: Exclude<MaxShare['of'], 'counted'>,
  { code }: Category,
  path: string,
  { requirements, categories }: Rules,
): RuleProblem[] {
  if (codes.length === 0) {
    return [
      problem(
        `${path}.of`,
        'names no requirement; write their codes, or "counted".',
        'no nombra ningún requisito; escriba sus códigos, o "counted".',
      ),
    ];
  }
  const unit = unitOf(code, categories);
  const unfit = codes.flatMap((named, index) => {
    const requirement = requirements.find((one) => one.code === named);
    const at = `${path}.of[${index}]`;
    if (requirement?.period !== 'term' || typeof requirement.min_points !== 'number') {
      return [
        problem(
          at,
          `names ${named}, which is no requirement with min_points and the period term; name one that is.`,
          `nombra ${named}, que no es un requisito con min_points y el periodo term; nombre uno que lo sea.`,
        ),
      ];
    }
    const [first] = requirement.categories ?? [];
    if ((first === undefined ? null : unitOf(first, categories)) === unit) return [];
    return [
      problem(
        at,
        `names ${named}, which asks for another unit than that of ${code}; name one of the same unit.`,
        `nombra ${named}, que pide otra unidad que la de ${code}; nombre uno de la misma unidad.`,
      ),
    ];
  });
  return [...unfit, ...checkDoubled(codes, (index) => `${path}.of[${index}]`)];
}

/**
 * A share of everything that counts needs the sum of what counts outside its category. That sum is known only if
 * nothing else depends on the same sum.
 */
function checkOfCounted(category: Category, path: string, rules: Rules, isSecond: boolean): RuleProblem[] {
  const byCode = new Map(rules.categories.map((one) => [one.code, one]));
  const capped = ancestorsOf(category, byCode).find((code) => {
    const above = byCode.get(code);
    return above && (above.max_points !== null || above.max_points_per_year !== null || above.max_share);
  });
  const problems: RuleProblem[] = [];
  if (isSecond) {
    problems.push(
      problem(
        path,
        'is the second share of what counts in its unit; one is the most. Make it a share of requirements.',
        'es la segunda proporción de lo que cuenta en su unidad; el máximo es una. Hágala una proporción de requisitos.',
      ),
    );
  }
  if (capped !== undefined) {
    problems.push(
      problem(
        path,
        `is a share of what counts under ${capped}, which has a cap itself; leave one of them out.`,
        `es una proporción de lo que cuenta debajo de ${capped}, que tiene un tope; omita uno de los dos.`,
      ),
    );
  }
  if (rules.carry_over !== null) {
    problems.push(
      problem(
        path,
        'is a share of what counts, which does not go with carry_over; make it a share of requirements, or write carry_over null.',
        'es una proporción de lo que cuenta y no va con carry_over; hágala una proporción de requisitos, o escriba carry_over null.',
      ),
    );
  }
  return problems;
}

/** A share is calculated for one term, so a window of months that reaches across terms cannot use it. */
function checkWindows({ requirements, categories }: Rules): RuleProblem[] {
  const byCode = new Map(categories.map((one) => [one.code, one]));
  const shared = categories.filter(({ max_share }) => max_share);
  const concerns = ({ categories: named }: Condition, { code }: Category): boolean => {
    if (named === null) return unitOf(code, categories) === null;
    const above = (one: string) => {
      const category = byCode.get(one);
      return category ? [one, ...ancestorsOf(category, byCode)] : [one];
    };
    return named.some((one) => above(one).includes(code) || above(code).includes(one));
  };
  return requirements.flatMap((requirement, index) =>
    (requirement.any_of ?? [requirement]).flatMap((condition, at) => {
      const share = condition.period === 'months' && shared.find((one) => concerns(condition, one));
      if (!share) return [];
      return [
        problem(
          `rules.requirements[${index}]${requirement.any_of ? `.any_of[${at}]` : ''}.period`,
          `asks across terms for ${share.code}, whose share is a number of one term; write term or year.`,
          `pide a través de periodos a ${share.code}, cuya proporción es un número de un solo periodo; escriba term o year.`,
        ),
      ];
    }),
  );
}
