/** Checks when terms begin and end. */

import { isAnchor } from '../anchor.ts';
import { parseDay } from '../day.ts';
import type { Rules } from '../rules.ts';
import { checkWhole } from './check-limits.ts';
import { problem, type RuleProblem } from './rule-problem.ts';

/** The same limits as for every other day: a year outside them is a typing error. */
const EARLIEST = '1900-01-01';
const LATEST = '2200-12-31';

export function checkCalendar(rules: Rules): RuleProblem[] {
  const { anchor, term_months: length, first_term_min_months: least } = rules;
  const problems: RuleProblem[] = [];
  if (anchor !== null && !isAnchor(anchor)) {
    problems.push(
      problem(
        'rules.anchor',
        'is not a day of the calendar; write it as YYYY-MM-DD, as MM-DD (a day that every year has), or "membership", without a time.',
        'no es un día del calendario; escríbalo como AAAA-MM-DD, como MM-DD (un día que tengan todos los años) o "membership", sin hora.',
      ),
    );
  }
  if (anchor !== null && parseDay(anchor) !== null && (anchor < EARLIEST || anchor > LATEST)) {
    problems.push(
      problem(
        'rules.anchor',
        `must lie between ${EARLIEST} and ${LATEST}.`,
        `debe estar entre ${EARLIEST} y ${LATEST}.`,
      ),
    );
  }
  problems.push(...checkWhole('rules.first_term_min_months', least, [0, length]));
  if (anchor === null && (least ?? 0) > 0) {
    problems.push(
      problem(
        'rules.first_term_min_months',
        'needs an anchor; without one every term is whole. Write an anchor, or 0.',
        'necesita un ancla; sin ella todos los periodos son completos. Escriba un ancla, o 0.',
      ),
    );
  }
  return problems;
}
