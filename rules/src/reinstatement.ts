/** Decides whether a lapsed term may be renewed from a given day: not too late, and with enough recent awards. */

import { compileRules } from './compile-rules.ts';
import { ConditionCount } from './condition.ts';
import { addMonths, printDay, toDay } from './day.ts';
import { isForTracks } from './demand.ts';
import type { AwardLine, ReinstatementResult, Term } from './evaluation.ts';
import { between, inOrder, type PlacedLine } from './lines.ts';
import { NO_SHARES } from './tally.ts';
import { WorthCounter } from './worth.ts';

/** Undefined if the rules ask for nothing, or if the term has not lapsed by that day. */
export function reinstatementOf(
  term: Term,
  isMet: boolean,
  awards: readonly AwardLine[],
  on: string,
): ReinstatementResult | undefined {
  const { reinstatement: rule, grace_days } = term.rules;
  const day = toDay(on);
  const end = Math.max(toDay(term.ends_on), term.extended_until === null ? 0 : toDay(term.extended_until));
  if (!rule || day <= end + grace_days) return undefined;
  const { within_months: within = null } = rule;
  const until = within === null ? null : addMonths(end + 1, within) - 1;
  const requirements = recentCounts(term, awards, day).map((count) => count.result());
  const inTime = until === null || day <= until;
  return {
    until: until === null ? null : printDay(until),
    in_time: inTime,
    requirements,
    met: inTime && requirements.every(({ met }) => met) && (isMet || rule.old_term_met === false),
  };
}

/** Counts the awards of a window as if they were one term of one year, including awards made between terms. */
function recentCounts(term: Term, awards: readonly AwardLine[], day: number): ConditionCount[] {
  const version = compileRules(term.rules);
  const lines = inOrder(awards);
  return (term.rules.reinstatement?.requirements ?? []).flatMap((requirement, index) => {
    const rules = version.reinstatement[index];
    if (!rules || !isForTracks(requirement, term)) return [];
    const from = addMonths(day, -requirement.months);
    const reckoning = {
      starts: from,
      ends: day - 1,
      extendedTo: day - 1,
      follows: false,
      short: false,
      long: false,
      origin: from,
      endMonths: requirement.months,
      years: [{ starts: from, ends: day - 1, whole: true }],
    };
    const count = new ConditionCount(rules, rules.min, { version, reckoning, past: [], shares: NO_SHARES });
    const worth = new WorthCounter(version.nodes);
    for (const line of between(lines, from, day - 1)) {
      const leaf = version.leaves.get(line.category);
      if (leaf === undefined) continue;
      const placed: PlacedLine = { ...line, leaf, year: 0, ...worth.take({ ...line, leaf }) };
      count.add(placed);
    }
    return [count];
  });
}
