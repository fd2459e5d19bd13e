/**
 * A second implementation of the engine, with which the real one is compared: plain recursion that recounts everything
 * each time.
 */

import type { AwardLine, Evaluation } from '../../rules/src/evaluation.ts';
import {
  addDaysByDate,
  addMonthsByDate,
  byOrder,
  type Carried,
  cents,
  count,
  endMonths,
  flow,
  isLeaf,
  isUnder,
  largest,
  type Placed,
  points,
  type ReferenceTerm,
  type Shares,
  unitOf,
  withWorth,
  yearsByDate,
} from './reference-count.ts';
import {
  appliesTo,
  type Given,
  type Judged,
  judgeAll,
  lostOn,
  measured,
  missingPoints,
  type Past,
  prorated,
  shownRequirement,
} from './reference-judge.ts';

export type ReferenceEvaluation = Omit<Evaluation, 'awards' | 'as_of'> & {
  awards: { id: string; category: string; counted: number }[];
};

interface Shown {
  category: string;
  year: number;
  award: AwardLine;
  carried: Carried | null;
  counted: number;
}

interface Outcome {
  lines: Placed[];
  claimed: AwardLine[];
  judged: Judged[];
  shares: Shares;
  carriedIn: Carried[];
  shown: Shown[];
  carriesOut: Carried[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export class ReferenceMembership {
  readonly #terms: readonly ReferenceTerm[];
  readonly #awards: readonly AwardLine[];
  readonly #outcomes = new Map<number, Outcome>();
  #before: Placed[][] | null = null;

  constructor(terms: readonly ReferenceTerm[], awards: readonly AwardLine[]) {
    this.#terms = terms;
    this.#awards = [...awards].sort(byOrder);
  }

  evaluate(index: number): ReferenceEvaluation {
    const term = this.#terms[index]!;
    const { lines, judged, shown, shares, carriedIn, carriesOut } = this.#outcome(index);
    const countedOf = (wanted: (entry: Shown) => boolean) =>
      points(sum(shown.filter(wanted).map(({ counted }) => counted)));
    const isOwnUnit = (category: string) => unitOf(term.rules, category) === null;
    const units = [...new Set(term.rules.categories.map(({ code }) => unitOf(term.rules, code)))].filter(
      (unit) => unit !== null,
    );
    const keeping = judged.filter(({ requirement }) => requirement.keeps_standing);
    const lost = keeping.map((one) => lostOn(one, term)).filter((day) => day !== null);
    const carried = shown.filter((one) => one.carried);
    const gone = carriedIn.filter(({ category }) => !isLeaf(term.rules, category));
    return {
      program_version: term.program_version,
      term: term.number,
      starts_on: term.starts_on,
      ends_on: term.ends_on,
      extended_until: term.extended_until,
      met: judged.every(({ missing }) => missing === 0),
      counted: countedOf(({ category }) => isOwnUnit(category)),
      earned: points(
        sum(lines.filter(({ award }) => isOwnUnit(award.category)).map(({ award }) => cents(award.points))),
      ),
      carried_in: points(
        sum(
          carriedIn
            .filter(({ category }) => !isLeaf(term.rules, category) || isOwnUnit(category))
            .map(({ amount }) => amount),
        ),
      ),
      carries_out: points(sum(carriesOut.map(({ amount }) => amount))),
      missing_points: points(Math.max(0, ...judged.map((one) => missingPoints(one, term)))),
      by_category: term.rules.categories
        .filter(({ code }) => shown.some(({ category }) => category === code))
        .map(({ code, max_points }) => ({
          code,
          earned: points(
            sum(lines.filter((l) => l.award.category === code).map((l) => cents(l.award.points))),
          ),
          counted: countedOf(({ category }) => category === code),
          max_points,
        })),
      by_year: yearsByDate(term).map(({ starts_on, ends_on }, at) => ({
        starts_on,
        ends_on,
        counted: countedOf(({ year, category }) => year === at && isOwnUnit(category)),
      })),
      requirements: judged.map((one) => shownRequirement(one, term)),
      awards: this.#listed(index),
      ...(carriedIn.length > 0 && {
        carried: [
          ...carried.map(({ carried: one, counted }) => ({ ...one!, counted })),
          ...gone.map((one) => ({ ...one, counted: 0 })),
        ]
          .sort(byArrival)
          .map(({ award, category, fromTerm, amount, counted }) => ({
            id: award.id,
            from_term: fromTerm,
            category,
            points: points(amount),
            counted: points(counted),
          })),
      }),
      ...(units.length > 0 && {
        by_unit: Object.fromEntries(
          units.map((unit) => [unit, countedOf(({ category }) => unitOf(term.rules, category) === unit)]),
        ),
      }),
      ...(shares.size > 0 && {
        shares: Object.fromEntries([...shares].map(([code, cap]) => [code, points(cap)])),
      }),
      ...(keeping.length > 0 && { lost_on: lost.sort()[0] ?? null }),
    };
  }

  /** The term's own lines, and lines that count nowhere although their day is in the term or in a gap beside it. */
  #listed(index: number): ReferenceEvaluation['awards'] {
    const { shown, lines } = this.#outcome(index);
    const before = this.#terms[index - 1]?.ends_on ?? '0000-00-00';
    const after = this.#terms[index + 1]?.starts_on ?? '9999-99-99';
    const idle = this.#awards.filter(
      (award) =>
        award.completed_on > before &&
        award.completed_on < after &&
        !lines.some((line) => line.award === award) &&
        !this.#isTakenBefore(index, award),
    );
    return [
      ...shown.flatMap(({ award, carried, counted }) => (carried ? [] : [{ award, counted }])),
      ...idle.map((award) => ({ award, counted: 0 })),
    ]
      .sort((a, b) => byOrder(a.award, b.award))
      .map(({ award, counted }) => ({ id: award.id, category: award.category, counted: points(counted) }));
  }

  #outcome(index: number): Outcome {
    const known = this.#outcomes.get(index);
    if (known) return known;
    const made = this.#settle(index);
    this.#outcomes.set(index, made);
    return made;
  }

  #settle(index: number): Outcome {
    const term = this.#terms[index]!;
    const carriedIn = index > 0 ? this.#outcome(index - 1).carriesOut : [];
    const free = this.#awards.filter(
      (award) => isLeaf(term.rules, award.category) && !this.#isTakenBefore(index, award),
    );
    const years = yearsByDate(term);
    const placed: { award: AwardLine; year: number }[] = free
      .filter(({ completed_on: day }) => term.starts_on <= day && day <= term.ends_on)
      .map((award) => ({
        award,
        year: years.findIndex(
          (year) => year.starts_on <= award.completed_on && award.completed_on <= year.ends_on,
        ),
      }));
    const judgedWith = (more: typeof placed, late: ReadonlySet<string>) =>
      judgeAll(this.#given(index, more, carriedIn), late);
    const isExtended = term.extended_until !== null && term.extended_until > term.ends_on;
    const unmet = judgedWith(placed, new Set()).filter(({ missing }) => missing > 0);
    const late = new Set(isExtended ? unmet.map(({ requirement }) => requirement.code) : []);
    const claimed: AwardLine[] = [];
    for (const award of free) {
      if (award.completed_on <= term.ends_on || award.completed_on > (term.extended_until ?? '')) continue;
      const year = yearNeeding(years, award, placed, (more) => judgedWith(more, late));
      if (year === null) continue;
      placed.push({ award, year });
      claimed.push(award);
    }
    const given = this.#given(index, placed, carriedIn);
    const judged = judgeAll(given, late);
    const shown = show(given);
    const carriesOut = this.#carry(index, given, judged, shown);
    return { lines: [...given.lines], claimed, judged, shares: given.shares, carriedIn, shown, carriesOut };
  }

  #given(
    index: number,
    placed: readonly { award: AwardLine; year: number }[],
    carried: readonly Carried[],
  ): Given {
    const term = this.#terms[index]!;
    const lines = withWorth(term.rules, placed);
    return {
      term,
      lines,
      carried,
      shares: sharesOf(term, lines, carried),
      past: this.#past(index),
      windowFrom: (months) => addMonthsByDate(term.origin, endMonths(term) - months),
    };
  }

  #isTakenBefore(index: number, award: AwardLine): boolean {
    return this.#terms.slice(0, index).some((_, earlier) => this.#outcome(earlier).claimed.includes(award));
  }

  #past(index: number): Past[] {
    const { rules } = this.#terms[0]!;
    this.#before ??= this.#beforeFirst();
    return [
      ...this.#before.map((lines) => ({ rules, lines, shares: new Map() })),
      ...this.#terms.slice(0, index).map((other, at) => ({ rules: other.rules, ...this.#outcome(at) })),
    ];
  }

  /** Lines from before the first term, placed in imaginary earlier terms, which are counted backwards. */
  #beforeFirst(): Placed[][] {
    const { rules, origin, starts_on } = this.#terms[0]!;
    const groups = new Map<number, { award: AwardLine; year: number }[]>();
    for (const award of this.#awards) {
      if (award.completed_on >= starts_on || !isLeaf(rules, award.category)) continue;
      let term = 200;
      while (addMonthsByDate(origin, term * rules.term_months) > award.completed_on) term -= 1;
      let year = 10;
      while (addMonthsByDate(origin, term * rules.term_months + 12 * year) > award.completed_on) year -= 1;
      groups.set(term, [...(groups.get(term) ?? []), { award, year }]);
    }
    return [...groups.values()].map((lines) => withWorth(rules, lines));
  }

  #carry(index: number, given: Given, judged: readonly Judged[], shown: readonly Shown[]): Carried[] {
    const { term } = given;
    const rule = term.rules.carry_over;
    const next = this.#terms[index + 1];
    if (!rule || judged.some(({ missing }) => missing > 0)) return [];
    if (next && next.starts_on !== addDaysByDate(term.ends_on, 1)) return [];
    const months = rule.earned_within_months;
    const from = months === null ? term.starts_on : given.windowFrom(months);
    const own = shown.filter(({ carried, award }) => !carried && award.completed_on >= from).toReversed();
    const before = shown.filter(({ carried }) => carried && carried.times < (rule.terms ?? 1)).toReversed();
    const gone: { entry: Shown; amount: number }[] = [];
    const goneOf = (wanted: (entry: Shown) => boolean) =>
      sum(gone.filter(({ entry }) => wanted(entry)).map(({ amount }) => amount));
    for (const entry of [...own, ...before]) {
      const { category, year } = entry;
      if (unitOf(term.rules, category) !== null) continue;
      if (!isUnder(term.rules, category, rule.categories)) continue;
      const needs = judged
        .filter(({ isWaived, chosen }) => !isWaived && measured(chosen.condition) === 'points')
        .flatMap(({ chosen: { condition, min, haves } }) => {
          const asks = (other: Shown) => isUnder(term.rules, other.category, condition.categories);
          if (condition.period === 'months' || !asks(entry)) return [];
          const isYear = condition.period === 'year';
          const have = haves.get(isYear ? year : 0);
          const inCell = (other: Shown) => asks(other) && (!isYear || other.year === year);
          return have === undefined ? [] : [have - min - goneOf(inCell)];
        });
      const limits = (rule.by_category ?? []).flatMap(({ category: limited, max_points = null }) => {
        const isIn = (other: Shown) => isUnder(term.rules, other.category, [limited]);
        return isIn(entry) && max_points !== null ? [cents(max_points) - goneOf(isIn)] : [];
      });
      const left = rule.max_points === null ? 1e15 : cents(rule.max_points) - goneOf(() => true);
      const amount = Math.min(entry.counted, left, ...limits, ...needs);
      if (amount > 0) gone.push({ entry, amount });
    }
    return gone.map(({ entry: { award, category, carried }, amount }) => ({
      award,
      category: arrival(term, category),
      amount,
      fromTerm: carried?.fromTerm ?? term.number,
      times: (carried?.times ?? 0) + 1,
    }));
  }
}

/** Orders carried points by their award, but by the category in which they arrived. */
function byArrival(a: Carried, b: Carried): number {
  return byOrder({ ...a.award, category: a.category }, { ...b.award, category: b.category });
}

function arrival({ rules }: ReferenceTerm, category: string): string {
  const entries = rules.carry_over?.by_category ?? [];
  for (let at: string | null = category; at !== null; ) {
    const entry = entries.find((one) => one.category === at);
    if (entry) return entry.as ?? category;
    at = rules.categories.find(({ code }) => code === at)?.parent ?? null;
  }
  return category;
}

function yearNeeding(
  years: readonly { whole: boolean }[],
  award: AwardLine,
  placed: readonly { award: AwardLine; year: number }[],
  judge: (lines: { award: AwardLine; year: number }[]) => Judged[],
): number | null {
  const now = judge([...placed]);
  const lessened = (year: number, yearlyOnly: boolean) =>
    judge([...placed, { award, year }]).some(({ conditions }, at) =>
      conditions.some(
        ({ condition, missing }, one) =>
          now[at]!.missing > 0 &&
          missing < now[at]!.conditions[one]!.missing &&
          (!yearlyOnly || condition.period === 'year'),
      ),
    );
  for (const [year, { whole }] of years.entries()) if (whole && lessened(year, true)) return year;
  return lessened(years.length - 1, false) ? years.length - 1 : null;
}

function sharesOf(term: ReferenceTerm, lines: readonly Placed[], carried: readonly Carried[]): Shares {
  const { rules } = term;
  const shares = new Map<string, number>();
  for (const { code, max_share: share } of rules.categories) {
    if (!share || share.of === 'counted') continue;
    const minima = rules.requirements
      .filter((one) => share.of.includes(one.code) && appliesTo(term, one))
      .map((one) => prorated(term, one));
    if (minima.length > 0) shares.set(code, Math.floor((Math.max(...minima) * share.percent) / 100));
  }
  const known = new Map(shares);
  for (const { code, max_share: share } of rules.categories) {
    if (share?.of !== 'counted') continue;
    const isOutside = (category: string) =>
      unitOf(rules, category) === unitOf(rules, code) && !isUnder(rules, category, [code]);
    const outside = count(
      rules,
      lines.filter(({ award }) => isOutside(award.category)),
      carried.filter(({ category }) => isOutside(category)),
      known,
    );
    shares.set(code, Number((BigInt(share.percent) * BigInt(outside)) / BigInt(100 - share.percent)));
  }
  return shares;
}

/** How much each line adds to the flow of the lines before it. */
function show({ term: { rules }, lines, carried, shares }: Given): Shown[] {
  const shown: Shown[] = [];
  const kept = largest(rules, lines);
  const given: { lines: Placed[]; carried: Carried[] } = { lines: [], carried: [] };
  let before = 0;
  const grown = () => {
    const now = flow(rules, given.lines, given.carried, shares);
    const counted = now - before;
    before = now;
    return counted;
  };
  for (const one of carried.filter(({ category }) => isLeaf(rules, category)).sort(byArrival)) {
    given.carried.push(one);
    shown.push({ category: one.category, year: 0, award: one.award, carried: one, counted: grown() });
  }
  for (const line of lines) {
    if (kept.includes(line)) given.lines.push(line);
    const counted = kept.includes(line) ? grown() : 0;
    const { award, year } = line;
    shown.push({ category: award.category, year, award, carried: null, counted });
  }
  return shown;
}
