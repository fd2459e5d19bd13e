/** Reports minima that nobody can reach because of the caps. The tree has already been checked. */

import { type CompiledCondition, compileRules } from '../compile-rules.ts';
import { fromHundredths } from '../points.ts';
import type { Rules } from '../rules.ts';
import { mostAreas, mostInOneYear, mostPoints } from './most-countable.ts';
import { problem, type RuleProblem } from './rule-problem.ts';

export function checkReach(rules: Rules): RuleProblem[] {
  const version = compileRules(rules);
  const asked = version.requirements.flatMap(({ conditions, isAnyOf, late }, index) =>
    conditions.flatMap((condition, at) => {
      const path = `rules.requirements[${index}]${isAnyOf ? `.any_of[${at}]` : ''}`;
      if (condition.measure === 'categories') return checkAreas(condition, path, rules, index);
      const most = mostPoints(rules, index, condition);
      if (condition.measure === 'awards') return checkAwards(most, path);
      return [
        ...checkPoints(condition.min, most, `${path}.min_points`),
        ...checkLate(condition.min, late, most, path),
      ];
    }),
  );
  const reinstating = version.reinstatement.flatMap((condition, index) => {
    const path = `rules.reinstatement.requirements[${index}]`;
    const most = mostInOneYear(rules, condition);
    return condition.measure === 'awards'
      ? checkAwards(most, path)
      : checkPoints(condition.min, most, `${path}.min_points`);
  });
  return [...asked, ...reinstating];
}

function checkPoints(min: number, most: number, path: string): RuleProblem[] {
  if (min <= most) return [];
  const [asked, reached] = [fromHundredths(min), fromHundredths(most)];
  return [
    problem(
      path,
      `asks for ${asked}, but the caps of its categories let at most ${reached} count; lower it or raise the caps.`,
      `pide ${asked}, pero los topes de sus categorías dejan contar ${reached} como máximo; redúzcalo o suba los topes.`,
    ),
  ];
}

function checkLate(min: number, late: number, most: number, path: string): RuleProblem[] {
  if (min > most || min + late <= most) return [];
  const [asked, reached] = [fromHundredths(min + late), fromHundredths(most)];
  return [
    problem(
      `${path}.late_points`,
      `makes it ${asked} when late, but the caps of its categories let at most ${reached} count; lower it or raise the caps.`,
      `lo hace ${asked} con retraso, pero los topes de sus categorías dejan contar ${reached} como máximo; redúzcalo o suba los topes.`,
    ),
  ];
}

/**
 * Caps limit points and never the number of awards, so a number of awards is out of reach only if no category counts.
 */
function checkAwards(most: number, path: string): RuleProblem[] {
  if (most > 0) return [];
  return [
    problem(
      `${path}.min_awards`,
      'counts awards of no category; add one, or name others.',
      'no cuenta acreditaciones de ninguna categoría; agregue una o nombre otras.',
    ),
  ];
}

function checkAreas(condition: CompiledCondition, path: string, rules: Rules, index: number): RuleProblem[] {
  const { min, areas, each } = condition;
  if (min > areas.length) {
    return [
      problem(
        `${path}.min_categories`,
        `asks for ${min} of ${areas.length} areas; lower it or name more.`,
        `pide ${min} de ${areas.length} áreas; redúzcalo o nombre más.`,
      ),
    ];
  }
  const most = mostAreas(rules, index, condition);
  if (min <= most) return [];
  return [
    problem(
      each > 0 ? `${path}.each_points` : `${path}.min_categories`,
      `is out of reach: the caps let ${most} of the areas count enough, and ${min} are asked for.`,
      `está fuera de alcance: los topes dejan que ${most} de las áreas cuenten lo suficiente, y se piden ${min}.`,
    ),
  ];
}
