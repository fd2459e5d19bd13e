/**
 * If only the first points of a term are multiplied, no requirement or cap may depend on a year. Otherwise a new award
 * could lower the count.
 */

import type { CompiledRules } from '../compile-rules.ts';
import { pathOf } from '../tree.ts';
import { problem, type RuleProblem } from './rule-problem.ts';

export function checkFirstPoints(version: CompiledRules): RuleProblem[] {
  const { nodes, requirements } = version;
  const multiplied = [...version.leaves.values()].filter(
    (leaf) => nodes[leaf]?.firstPoints !== Number.POSITIVE_INFINITY,
  );
  if (multiplied.length === 0) return [];
  const capped = multiplied.flatMap((leaf) => {
    const above = pathOf(nodes, leaf).find(({ yearCap }) => yearCap !== Number.POSITIVE_INFINITY);
    if (!above) return [];
    return [
      problem(
        `rules.categories[${leaf}].multiplier_first_points`,
        `does not go with the yearly cap of ${above.code}, in which it counts; leave one of them out.`,
        `no va con el tope anual de ${above.code}, en la que cuenta; omita uno de los dos.`,
      ),
    ];
  });
  const asked = requirements.flatMap(({ conditions, isAnyOf }, index) =>
    conditions.flatMap(({ period, scope }, at) => {
      const leaf = multiplied.find((one) => scope.asks[one]);
      if (leaf === undefined || period === 'term') return [];
      return [
        problem(
          `rules.requirements[${index}]${isAnyOf ? `.any_of[${at}]` : ''}.period`,
          `asks by ${period} for ${nodes[leaf]?.code}, of which only the first points of a term are multiplied; write term.`,
          `pide por ${period} a ${nodes[leaf]?.code}, de la que solo se multiplican los primeros puntos de un periodo; escriba term.`,
        ),
      ];
    }),
  );
  return [...capped, ...asked];
}
