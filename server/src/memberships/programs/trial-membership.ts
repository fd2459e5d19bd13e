/** The membership of a trial. What the caller states about it is checked as for a real one. */

import type { ChecklistItem, DoneEntry, Rules, Term } from '@sello/rules';
import { invalidField } from '../../http/text-rules.ts';
import { dayOf, hundredthsOf } from '../fields.ts';
import { addMonthsTo, MOST_EXTENSION_MONTHS } from '../standing/days.ts';
import { waiverProblem } from './waiver-minimum.ts';

/** The longest extension of a trial's term, the same as for a real membership. */
export function assertExtensions(terms: readonly Term[]): void {
  for (const { number, ends_on, extended_until } of terms) {
    const latest = addMonthsTo(ends_on, MOST_EXTENSION_MONTHS);
    if (extended_until === null || extended_until <= latest) continue;
    throw invalidField(
      `\`membership.extended_until.${number}\``,
      `must be at most ${MOST_EXTENSION_MONTHS} months after the end of the term: ${latest}.`,
      `debe ser a lo más ${MOST_EXTENSION_MONTHS} meses después del fin del periodo: ${latest}.`,
    );
  }
}

/** Between two terms there may be a lapse, so the next term must begin after the end of the old one. */
export function assertRestarts(terms: readonly Term[], restarts: Readonly<Record<string, string>>): void {
  terms.forEach((term, index) => {
    const before = terms[index - 1];
    const restart = restarts[term.number];
    if (restart === undefined) return;
    const end =
      before && (before.extended_until ?? '') > before.ends_on ? before.extended_until : before?.ends_on;
    if (end && restart > end) return;
    throw invalidField(
      `\`membership.restarts.${term.number}\``,
      before
        ? `must lie after the end of the term before it, ${end}.`
        : 'is the first term; write `starts_on`.',
      before
        ? `debe ser posterior al fin del periodo anterior, ${end}.`
        : 'es el primer periodo; escriba `starts_on`.',
    );
  });
}

/** Refuses an entry for which no item asks, because it would silently change nothing. */
export function doneOf(
  { checklist }: { checklist?: Readonly<Record<string, readonly DoneEntry[]>> },
  items: readonly ChecklistItem[],
): Record<string, DoneEntry[]> {
  return Object.fromEntries(
    Object.entries(checklist ?? {}).map(([number, entries]) => [
      number,
      entries.map((entry, index) => {
        const field = `membership.checklist.${number}[${index}]`;
        const item = items.find(({ code }) => code === entry.code);
        if (item === undefined) {
          throw invalidField(
            `\`${field}.code\``,
            'names an item that the checklist lacks; correct the code.',
            'nombra un punto que la lista no tiene; corrija el código.',
          );
        }
        if ((item.period === 'year') !== ((entry.year ?? null) !== null)) {
          throw invalidField(
            `\`${field}.year\``,
            item.period === 'year' ? 'is missing; say of which year.' : 'is for yearly items; leave it out.',
            item.period === 'year' ? 'falta; diga de qué año.' : 'es para puntos anuales; omítalo.',
          );
        }
        return { ...entry, done_on: dayOf(`${field}.done_on`, entry.done_on) };
      }),
    ]),
  );
}

/** Refuses a waiver of an unknown requirement, because it would silently change nothing. */
export function waiversOf(
  { waivers }: { waivers?: Readonly<Record<string, Readonly<Record<string, number>>>> },
  { requirements }: Rules,
) {
  for (const [number, minima] of Object.entries(waivers ?? {})) {
    for (const [code, points] of Object.entries(minima)) {
      const field = `membership.waivers.${number}.${code}`;
      hundredthsOf(field, points);
      const requirement = requirements.find((one) => one.code === code);
      if (requirement === undefined) {
        throw invalidField(
          `\`${field}\``,
          'names a requirement that the rules lack; correct the code.',
          'nombra un requisito que las reglas no tienen; corrija el código.',
        );
      }
      const problem = waiverProblem(requirement, points);
      if (problem) throw invalidField(`\`${field}\``, problem.en, problem.es);
    }
  }
  return waivers ?? {};
}
