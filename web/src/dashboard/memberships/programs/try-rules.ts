/** The live example: made-up awards, counted by the server's own engine in the browser. */

import { type AwardLine, type Evaluation, evaluate, termChain } from '@sello/rules';
import { leavesOf, type ProgramDraft } from './program-draft.ts';

export type ExampleAward = { completed_on: string; category: string; points: number };
export type Example = {
  startsOn: string;
  term: number;
  tracks: readonly string[];
  awards: readonly ExampleAward[];
  /** The membership's own day, for rules that count terms from that day. */
  anchor: string;
  /** Empty: no extension of the term. */
  extendedUntil: string;
  /** Empty: the membership is not renewed after a lapse. */
  reinstatedOn: string;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOST_TERMS = 30;

/** One award in each leaf category (at most four), during the first term. */
export function exampleFor({ rules }: ProgramDraft, today: string): Example {
  const startsOn = `${Number(today.slice(0, 4)) - 1}-01-01`;
  const awards = leavesOf(rules)
    .slice(0, 4)
    .map(({ code }, n) => ({
      completed_on: `${startsOn.slice(0, 4)}-0${n + 2}-15`,
      category: code,
      points: 20,
    }));
  const days = { anchor: startsOn, extendedUntil: '', reinstatedOn: '' };
  return { startsOn, term: 1, tracks: [], awards, ...days };
}

/** Undefined while a typed value is not yet a day or a number. The rules must have no problems. */
export function tryExample({ rules }: ProgramDraft, example: Example, today: string): Evaluation | undefined {
  const { startsOn, term, tracks } = example;
  if (!isDay(startsOn) || !Number.isInteger(term) || term < 1 || term > MOST_TERMS) return undefined;
  const lines = example.awards.flatMap((award, index): AwardLine[] => {
    const isWhole = isDay(award.completed_on) && award.points > 0 && award.points <= 100_000;
    return isWhole ? [{ ...award, points: Math.round(award.points * 100) / 100, id: String(index) }] : [];
  });
  const { anchor, extendedUntil, reinstatedOn } = example;
  const chain = termChain({
    starts_on: startsOn,
    rules,
    upTo: term,
    tracks,
    anchor: isDay(anchor) ? anchor : startsOn,
    ...(isDay(extendedUntil) && { extended_until: { [term]: extendedUntil } }),
  });
  return evaluate(chain, lines, term, today, isDay(reinstatedOn) ? reinstatedOn : undefined);
}

function isDay(text: string): boolean {
  return DAY.test(text) && !Number.isNaN(Date.parse(text)) && text >= '1950' && text < '2100';
}
