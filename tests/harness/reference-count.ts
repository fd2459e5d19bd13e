/**
 * A second implementation of caps and calendar, with which the engine is compared: it computes what counts as a maximum
 * flow, and days with `Date`. It is slow, but simple enough to be checked by reading.
 */

import type { AwardLine, Term } from '../../rules/src/evaluation.ts';
import type { Category, Rules } from '../../rules/src/rules.ts';

/** `origin` is the day from which the term's months are reckoned: the first start of its chain, or the anchor. */
export type ReferenceTerm = Term & { origin: string };

export interface Placed {
  award: AwardLine;
  year: number;
  /** The worth of the line in its term before caps, in hundredths. */
  worth: number;
}

interface ReferenceYear {
  starts_on: string;
  ends_on: string;
  whole: boolean;
}

export interface Carried {
  award: AwardLine;
  category: string;
  /** In hundredths. */
  amount: number;
  fromTerm: number;
  times: number;
}

/** For each category the most points that its share lets count, in hundredths. */
export type Shares = ReadonlyMap<string, number>;

/** Keeps the result of a slow calculation about a term. */
function once<T>(ask: (term: ReferenceTerm) => T): (term: ReferenceTerm) => T {
  const answers = new WeakMap<ReferenceTerm, { answer: T }>();
  return (term) => {
    const known = answers.get(term) ?? { answer: ask(term) };
    answers.set(term, known);
    return known.answer;
  };
}

export const cents = (points: number) => Math.round(points * 100);
export const points = (hundredths: number) => Number((hundredths / 100).toFixed(2));

export function addMonthsByDate(day: string, months: number): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + months;
  const last = lastDayOf(month);
  return day.slice(8) < last.slice(8) ? last.slice(0, 8) + day.slice(8) : last;
}

const lastDays = new Map<number, string>();

/** The last day of the month with this number, counted from the year 0. Computed once for each month. */
function lastDayOf(month: number): string {
  const known =
    lastDays.get(month) ?? new Date(Date.UTC(0, month - 12 * 1900 + 1, 0)).toISOString().slice(0, 10);
  lastDays.set(month, known);
  return known;
}

export function addDaysByDate(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

export function byOrder(a: AwardLine, b: AwardLine): number {
  const key = (x: string, y: string) => (x < y ? -1 : x > y ? 1 : 0);
  return (
    key(a.completed_on, b.completed_on) ||
    key(a.category, b.category) ||
    b.points - a.points ||
    key(a.id, b.id)
  );
}

/** How many months after its origin the term ends; found by trying. */
export const endMonths = once((term: ReferenceTerm): number => {
  const about = (Number(term.ends_on.slice(0, 4)) - Number(term.origin.slice(0, 4))) * 12;
  for (let month = about - 13; month <= about + 13; month += 1) {
    if (addMonthsByDate(term.origin, month) === addDaysByDate(term.ends_on, 1)) return month;
  }
  throw new Error(`${term.ends_on} is no boundary of ${term.origin}`);
});

export function isShort(term: ReferenceTerm): boolean {
  return addMonthsByDate(term.origin, endMonths(term) - term.rules.term_months) < term.starts_on;
}

export const yearsByDate = once((term: ReferenceTerm): ReferenceYear[] => {
  const end = endMonths(term);
  const cuts: string[] = [];
  const isLong = addMonthsByDate(term.origin, end - term.rules.term_months) > term.starts_on;
  if (isShort(term) || isLong) {
    for (let month = end; addMonthsByDate(term.origin, month) > term.starts_on; month -= 12)
      cuts.unshift(addMonthsByDate(term.origin, month));
    cuts.unshift(term.starts_on);
    const front = addMonthsByDate(term.origin, end - 12 * (cuts.length - 1));
    const all = pieces(cuts).map((piece, index) => ({
      ...piece,
      whole: index > 0 || front === term.starts_on,
    }));
    const [first, second] = all;
    if (!isLong || !first || first.whole || !second) return all;
    return [{ ...second, starts_on: first.starts_on }, ...all.slice(2)];
  }
  for (let month = end - term.rules.term_months; month < end; month += 12)
    cuts.push(addMonthsByDate(term.origin, month));
  cuts.push(addDaysByDate(term.ends_on, 1));
  const wholeOnes = Math.floor(term.rules.term_months / 12);
  return pieces(cuts).map((piece, index) => ({ ...piece, whole: index < wholeOnes }));
});

function pieces(cuts: string[]): { starts_on: string; ends_on: string }[] {
  return cuts.slice(1).map((cut, index) => ({ starts_on: cuts[index]!, ends_on: addDaysByDate(cut, -1) }));
}

export function isLeaf(rules: Rules, code: string): boolean {
  return rules.categories.some((c) => c.code === code) && !rules.categories.some((c) => c.parent === code);
}

function ancestors(rules: Rules, code: string): Category[] {
  const found = rules.categories.find((category) => category.code === code);
  if (!found) return [];
  return [found, ...(found.parent === null ? [] : ancestors(rules, found.parent))];
}

export function unitOf(rules: Rules, code: string): string | null {
  return ancestors(rules, code).at(-1)?.unit ?? null;
}

/** Null stands for all categories with the unit of the program. */
export function isUnder(rules: Rules, code: string, named: readonly string[] | null): boolean {
  if (named === null) return ancestors(rules, code).length > 0 && unitOf(rules, code) === null;
  return ancestors(rules, code).some((category) => named.includes(category.code));
}

/** The lines of one term with what each is worth, in order. */
export function withWorth(rules: Rules, lines: readonly { award: AwardLine; year: number }[]): Placed[] {
  const used = new Map<string, number>();
  return [...lines].map(({ award, year }) => {
    const { multiplier = 1, ...leaf } = rules.categories.find(({ code }) => code === award.category)!;
    const given = cents(award.points);
    const before = used.get(award.category) ?? 0;
    used.set(award.category, before + given);
    const first = leaf.multiplier_first_points ?? null;
    const many = first === null ? given : Math.min(given, Math.max(0, cents(first) - before));
    const multiplied = Number((BigInt(many) * BigInt(cents(multiplier))) / 100n) + given - many;
    return { award, year, worth: Math.min(multiplied, cents(leaf.max_points_per_award ?? 1e9)) };
  });
}

/**
 * The maximum flow from the points to the top of the tree. It passes through years of categories up to the last
 * category with a yearly cap, and from there through whole categories.
 */
export function flow(
  rules: Rules,
  lines: readonly Placed[],
  carried: readonly Carried[],
  shares: Shares,
): number {
  const capacity = new Map<string, Map<string, number>>();
  const edge = (from: string, to: string, amount: number) => {
    for (const [a, b, c] of [
      [from, to, amount],
      [to, from, 0],
    ] as const) {
      if (!capacity.has(a)) capacity.set(a, new Map());
      capacity.get(a)!.set(b, (capacity.get(a)!.get(b) ?? 0) + c);
    }
  };
  for (const category of rules.categories) {
    const own = category.max_points === null ? 1e15 : cents(category.max_points);
    const cap = Math.min(own, shares.get(category.code) ?? 1e15);
    edge(`node ${category.code}`, category.parent === null ? 'sink' : `node ${category.parent}`, cap);
  }
  const known = new Set<string>();
  lines.forEach(({ award, year, worth }) => {
    const path = ancestors(rules, award.category);
    const top = path.findLastIndex(({ max_points_per_year }) => max_points_per_year !== null);
    edge('source', top < 0 ? `node ${award.category}` : `year ${year} ${award.category}`, worth);
    path.slice(0, top + 1).forEach(({ code, max_points_per_year: cap }, at) => {
      if (known.has(`${year} ${code}`)) return;
      known.add(`${year} ${code}`);
      const next = at === top ? `node ${code}` : `year ${year} ${path[at + 1]!.code}`;
      edge(`year ${year} ${code}`, next, cap === null ? 1e15 : cents(cap));
    });
  });
  for (const { category, amount } of carried) edge('source', `node ${category}`, amount);
  let sum = 0;
  for (;;) {
    const path = augmenting(capacity);
    if (!path) return sum;
    const amount = Math.min(...path.map(([a, b]) => capacity.get(a)!.get(b)!));
    for (const [a, b] of path) {
      capacity.get(a)!.set(b, capacity.get(a)!.get(b)! - amount);
      capacity.get(b)!.set(a, capacity.get(b)!.get(a)! + amount);
    }
    sum += amount;
  }
}

function augmenting(capacity: Map<string, Map<string, number>>): [string, string][] | null {
  const came = new Map<string, string>([['source', '']]);
  const queue = ['source'];
  for (let at = queue.shift(); at !== undefined && !came.has('sink'); at = queue.shift()) {
    for (const [to, amount] of capacity.get(at) ?? []) {
      if (amount <= 0 || came.has(to)) continue;
      came.set(to, at);
      queue.push(to);
    }
  }
  if (!came.has('sink')) return null;
  const path: [string, string][] = [];
  for (let at = 'sink'; at !== 'source'; at = came.get(at)!) path.unshift([came.get(at)!, at]);
  return path;
}

/** Keeps only the k largest lines of each leaf category and year. */
export function largest(rules: Rules, lines: readonly Placed[]): Placed[] {
  return lines.filter((line, index) => {
    const { award, year } = line;
    const k = rules.categories.find(({ code }) => code === award.category)!.max_awards_per_year;
    const better = lines.filter(
      (other, at) =>
        at !== index &&
        other.award.category === award.category &&
        other.year === year &&
        isLarger(other, line),
    );
    return k === null || better.length < k;
  });
}

/** Of two lines of equal worth the earlier one is larger; on the same day, the one with the smaller id. */
function isLarger({ award: a, ...one }: Placed, { award: b, ...other }: Placed): boolean {
  if (one.worth !== other.worth) return one.worth > other.worth;
  return a.completed_on === b.completed_on ? a.id < b.id : a.completed_on < b.completed_on;
}

export function count(
  rules: Rules,
  lines: readonly Placed[],
  carried: readonly Carried[],
  shares: Shares,
): number {
  const known = carried.filter(({ category }) => isLeaf(rules, category));
  return flow(rules, largest(rules, lines), known, shares);
}
