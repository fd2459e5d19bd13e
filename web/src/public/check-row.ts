import { make, mark } from './page-parts.ts';
import { WORDS } from './page-words.ts';

type CheckRow = { name: string; outcome: keyof typeof WORDS.outcomes; title: string; reason: string };

/** One check of a verdict, of evidence or of a badge. */
export function checkRow({ name, outcome, title, reason }: CheckRow): HTMLElement {
  const item = make(
    'li',
    'check-row',
    mark(outcome),
    make(
      'div',
      '',
      make('p', 'check-title', make('span', 'visually-hidden', `${WORDS.outcomes[outcome]}: `), title),
      make('p', 'check-reason', reason),
    ),
    make('details', 'check-name', make('summary', '', 'id'), make('code', '', name)),
  );
  item.dataset.outcome = outcome;
  item.dataset.check = name;
  return item;
}
