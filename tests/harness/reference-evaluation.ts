/**
 * A second implementation of the engine, as plain recursion that recounts everything each time, to compare the real one
 * with.
 */

import type { AwardLine, Evaluation } from '../../rules/src/evaluation.ts';
import type { Requirement } from '../../rules/src/rules.ts';
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
  isShort,
  isUnder,
  largest,
  type Placed,
  points,
  type ReferenceTerm,
  yearsByDate,
} from './reference-count.ts';

export type ReferenceEvaluation = Omit<Evaluation, 'awards' | 'as_of'> & {
  awards: { id: string; counted: number }[];
};

interface Judged {
  requirement: Requirement;
  min: number;
  /** In hundredths, by year; one entry 0 for other periods. */
  haves: Map<number, number>;
  missing: number;
}

interface Outcome {
  lines: Placed[];
  claimed: AwardLine[];
  judged: Judged[];
  carriedIn: Carried[];
  shown: { category: string; year: number; id: string | null; award: AwardLine | null; counted: number }[];
  carriesOut: Carried[];
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export class ReferenceMembership {
  readonly #terms: readonly ReferenceTerm[];
  readonly #awards: readonly AwardLine[];
  readonly #outcomes = new Map<number, Outcome>();
  #before: Map<number, Placed[]> | null = null;

  constructor(terms: readonly ReferenceTerm[], awards: readonly AwardLine[]) {
    this.#terms = terms;
    this.#awards = [...awards].sort(byOrder);
  }

  evaluate(index: number): ReferenceEvaluation {
    const term = this.#terms[index]!;
    const { lines, judged, shown, carriedIn, carriesOut } = this.#outcome(index);
    const countedOf = (wanted: (entry: Outcome['shown'][number]) => boolean) =>
      points(sum(shown.filter(wanted).map(({ counted }) => counted)));
    const missings = judged.map(({ missing }) => missing);
    return {
      program_version: term.program_version,
      term: term.number,
      starts_on: term.starts_on,
      ends_on: term.ends_on,
      extended_until: term.extended_until,
      met: missings.every((missing) => missing === 0),
      counted: countedOf(() => true),
      earned: points(sum(lines.map(({ award }) => cents(award.points)))),
      carried_in: points(sum(carriedIn.map((carried) => cents(carried.points)))),
      carries_out: points(sum(carriesOut.map((carried) => cents(carried.points)))),
      missing_points: points(Math.max(0, ...missings)),
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
      by_year: yearsByDate(term).map(({ starts_on, ends_on }, index) => ({
        starts_on,
        ends_on,
        counted: countedOf(({ year }) => year === index),
      })),
      requirements: judged.map(({ requirement: { code, name, period }, min, haves, missing }) => ({
        code,
        name,
        min: points(min),
        have: points(haves.size === 0 ? 0 : Math.min(...haves.values())),
        missing: points(missing),
        met: missing === 0,
        ...(period === 'year' && { by_year: [...haves.values()].map(points) }),
      })),
      awards: this.#listed(index),
    };
  }

  /** Own lines, and those of its days or of the gaps on both sides that count nowhere. */
  #listed(index: number): { id: string; counted: number }[] {
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
      ...shown.flatMap(({ award, counted }) => (award ? [{ award, counted }] : [])),
      ...idle.map((award) => ({ award, counted: 0 })),
    ]
      .sort((a, b) => byOrder(a.award, b.award))
      .map(({ award, counted }) => ({ id: award.id, counted: points(counted) }));
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
    const lines: Placed[] = free
      .filter(({ completed_on: day }) => term.starts_on <= day && day <= term.ends_on)
      .map((award) => ({
        award,
        year: years.findIndex(
          (year) => year.starts_on <= award.completed_on && award.completed_on <= year.ends_on,
        ),
      }));
    const claimed: AwardLine[] = [];
    for (const award of free) {
      if (award.completed_on <= term.ends_on || award.completed_on > (term.extended_until ?? '')) continue;
      const year = this.#yearNeeding(index, award, lines, carriedIn);
      if (year === null) continue;
      lines.push({ award, year });
      claimed.push(award);
    }
    const judged = this.#judge(index, lines, carriedIn);
    const shown = this.#show(index, lines, carriedIn);
    return { lines, claimed, judged, carriedIn, shown, carriesOut: this.#carry(index, lines, judged, shown) };
  }

  #isTakenBefore(index: number, award: AwardLine): boolean {
    return this.#terms.slice(0, index).some((_, earlier) => this.#outcome(earlier).claimed.includes(award));
  }

  #yearNeeding(index: number, award: AwardLine, lines: Placed[], carried: Carried[]): number | null {
    const years = yearsByDate(this.#terms[index]!);
    const now = this.#judge(index, lines, carried);
    const lessened = (year: number, yearlyOnly: boolean) =>
      this.#judge(index, [...lines, { award, year }], carried).some(
        ({ requirement, missing }, at) =>
          missing < now[at]!.missing && (!yearlyOnly || requirement.period === 'year'),
      );
    for (const [year, { whole }] of years.entries()) if (whole && lessened(year, true)) return year;
    return lessened(years.length - 1, false) ? years.length - 1 : null;
  }

  #judge(index: number, lines: readonly Placed[], carried: readonly Carried[]): Judged[] {
    const term = this.#terms[index]!;
    return term.rules.requirements
      .filter(
        ({ tracks, from_term, to_term }) =>
          (tracks.length === 0 || tracks.some((track) => term.tracks.includes(track))) &&
          term.number >= from_term &&
          (to_term === null || term.number <= to_term),
      )
      .map((requirement) => {
        const min = this.#minimum(term, requirement);
        const haves = this.#haves(index, requirement, lines, carried);
        return {
          requirement,
          min,
          haves,
          missing: sum([...haves.values()].map((have) => Math.max(0, min - have))),
        };
      });
  }

  #minimum(term: ReferenceTerm, requirement: Requirement): number {
    const waiver = term.waivers.find((one) => one.requirement === requirement.code);
    if (waiver) return cents(waiver.min_points);
    const min = cents(requirement.min_points ?? 0);
    if (!requirement.prorate_first || !isShort(term)) return min;
    const months = Array.from({ length: 130 }, (_, k) => k).find(
      (k) => addMonthsByDate(term.starts_on, k) > term.ends_on,
    )!;
    return Number((BigInt(min) * BigInt(months)) / BigInt(term.rules.term_months));
  }

  #haves(
    index: number,
    requirement: Requirement,
    lines: readonly Placed[],
    carried: readonly Carried[],
  ): Map<number, number> {
    const term = this.#terms[index]!;
    const { rules } = term;
    const asked = lines.filter(({ award }) => isUnder(rules, award.category, requirement.categories));
    const askedCarried = carried.filter(({ category }) => isUnder(rules, category, requirement.categories));
    if (requirement.period === 'term') return new Map([[0, count(rules, asked, askedCarried)]]);
    if (requirement.period === 'months') return new Map([[0, this.#window(index, requirement, asked)]]);
    return new Map(
      yearsByDate(term).flatMap(({ whole }, year): [number, number][] =>
        whole
          ? [
              [
                year,
                count(
                  rules,
                  asked.filter((line) => line.year === year),
                  year === 0 ? askedCarried : [],
                ),
              ],
            ]
          : [],
      ),
    );
  }

  #window(index: number, requirement: Requirement, own: readonly Placed[]): number {
    const term = this.#terms[index]!;
    const from = addMonthsByDate(term.origin, endMonths(term) - requirement.months!);
    const since = (lines: readonly Placed[]) => lines.filter(({ award }) => award.completed_on >= from);
    const asks =
      (other: ReferenceTerm) =>
      ({ award }: Placed) =>
        isUnder(term.rules, award.category, requirement.categories) ||
        isUnder(other.rules, award.category, requirement.categories);
    const earlier = this.#terms
      .slice(0, index)
      .map((other, at) => count(other.rules, since(this.#outcome(at).lines).filter(asks(other)), []));
    const first = this.#terms[0]!;
    this.#before ??= this.#beforeFirst();
    const before = [...this.#before.values()].map((lines) =>
      count(first.rules, since(lines).filter(asks(first)), []),
    );
    return count(term.rules, since(own), []) + sum(earlier) + sum(before);
  }

  /** By the number of the term, counted back, that would have been there. */
  #beforeFirst(): Map<number, Placed[]> {
    const { rules, origin, starts_on } = this.#terms[0]!;
    const groups = new Map<number, Placed[]>();
    for (const award of this.#awards) {
      if (award.completed_on >= starts_on || !isLeaf(rules, award.category)) continue;
      let term = 200;
      while (addMonthsByDate(origin, term * rules.term_months) > award.completed_on) term -= 1;
      let year = 10;
      while (addMonthsByDate(origin, term * rules.term_months + 12 * year) > award.completed_on) year -= 1;
      groups.set(term, [...(groups.get(term) ?? []), { award, year }]);
    }
    return groups;
  }

  /** What each adds to the flow of those before it. */
  #show(index: number, lines: readonly Placed[], carried: readonly Carried[]): Outcome['shown'] {
    const { rules } = this.#terms[index]!;
    const shown: Outcome['shown'] = [];
    const kept = largest(rules, lines);
    const given: { lines: Placed[]; carried: Carried[] } = { lines: [], carried: [] };
    let before = 0;
    const grown = () => {
      const now = flow(rules, given.lines, given.carried);
      const counted = now - before;
      before = now;
      return counted;
    };
    for (const one of carried.filter(({ category }) => isLeaf(rules, category))) {
      given.carried.push(one);
      shown.push({ category: one.category, year: 0, id: null, award: null, counted: grown() });
    }
    for (const line of lines) {
      if (kept.includes(line)) given.lines.push(line);
      const counted = kept.includes(line) ? grown() : 0;
      shown.push({
        category: line.award.category,
        year: line.year,
        id: line.award.id,
        award: line.award,
        counted,
      });
    }
    return shown;
  }

  #carry(
    index: number,
    lines: readonly Placed[],
    judged: readonly Judged[],
    shown: Outcome['shown'],
  ): Carried[] {
    const term = this.#terms[index]!;
    const rule = term.rules.carry_over;
    const next = this.#terms[index + 1];
    if (!rule || judged.some(({ missing }) => missing > 0)) return [];
    if (next && next.starts_on !== addDaysByDate(term.ends_on, 1)) return [];
    const from = addMonthsByDate(term.origin, endMonths(term) - (rule.earned_within_months ?? 1_200));
    const gone: { line: Placed; amount: number }[] = [];
    for (const line of [...lines].reverse()) {
      const { category, completed_on } = line.award;
      if (completed_on < from || !isUnder(term.rules, category, rule.categories)) continue;
      const limits = judged.flatMap(({ requirement, min, haves }) => {
        const asks = (other: Placed) => isUnder(term.rules, other.award.category, requirement.categories);
        const inCell = (other: Placed) =>
          asks(other) && (requirement.period === 'term' || other.year === line.year);
        const have =
          requirement.period === 'months'
            ? undefined
            : haves.get(requirement.period === 'term' ? 0 : line.year);
        if (have === undefined || !asks(line)) return [];
        return [have - min - sum(gone.filter((one) => inCell(one.line)).map(({ amount }) => amount))];
      });
      const counted = shown.find(({ award }) => award === line.award)!.counted;
      const left = cents(rule.max_points ?? 1e9) - sum(gone.map(({ amount }) => amount));
      const amount = Math.min(counted, left, ...limits);
      if (amount > 0) gone.push({ line, amount });
    }
    return gone
      .toReversed()
      .map(({ line, amount }) => ({ category: line.award.category, points: points(amount) }));
  }
}
