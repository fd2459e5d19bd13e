/**
 * The checklist: what a renewal needs besides points. Each item has one entry for the term or one for each whole year.
 */

import { printDay } from './day.ts';
import { isForTracks } from './demand.ts';
import type { ChecklistResult, Term } from './evaluation.ts';
import type { Reckoning } from './reckoning.ts';
import type { ChecklistItem } from './rules.ts';

export function checklistOf(term: Term, reckoning: Reckoning): ChecklistResult[] {
  return (term.checklist?.items ?? [])
    .filter((item) => isForTracks(item, term))
    .flatMap((item) => entriesOf(item, term, reckoning));
}

function entriesOf(item: ChecklistItem, term: Term, { years }: Reckoning): ChecklistResult[] {
  const doneOn = (year: number | null) =>
    term.checklist?.done.find((entry) => entry.code === item.code && (entry.year ?? null) === year)
      ?.done_on ?? null;
  if (item.period !== 'year') {
    return [{ code: item.code, year: null, due_on: term.ends_on, done_on: doneOn(null), lost_on: null }];
  }
  return years
    .filter(({ whole }) => whole)
    .map(({ ends }, index) => {
      const done_on = doneOn(index + 1);
      const isLost = item.keeps_standing === true && done_on === null;
      const lost_on = isLost ? printDay(ends + term.rules.grace_days + 1) : null;
      return { code: item.code, year: index + 1, due_on: printDay(ends), done_on, lost_on };
    });
}
