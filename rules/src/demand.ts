/**
 * Step 4 of the engine: what one requirement asks for in one term, by its own measure or by one of its alternatives.
 */

import type { CompiledCondition, CompiledRequirement } from './compile-rules.ts';
import { ConditionCount, type Setting } from './condition.ts';
import { addMonths, printDay } from './day.ts';
import type { RequirementResult, Term } from './evaluation.ts';
import type { PlacedLine } from './lines.ts';
import { fromHundredths, toHundredths } from './points.ts';
import type { Reckoning } from './reckoning.ts';

/** The requirements that apply to this term and to the member's tracks in it. */
export function demandsOf(term: Term, setting: Setting): Demand[] {
  return setting.version.requirements
    .filter(({ rules }) => applies(rules, term))
    .map((requirement) => new Demand(requirement, term, setting));
}

export function applies(rules: CompiledRequirement['rules'], term: Pick<Term, 'number' | 'tracks'>): boolean {
  const { from_term: from, to_term: to, every_terms: every = 1 } = rules;
  const inTerms = from <= term.number && term.number <= (to ?? Number.POSITIVE_INFINITY);
  return inTerms && (term.number - from) % every === 0 && isForTracks(rules, term);
}

export function isForTracks(
  { tracks }: { tracks: readonly string[] },
  term: { tracks: readonly string[] },
): boolean {
  return tracks.length === 0 || tracks.some((track) => term.tracks.includes(track));
}

/** The minimum; in a term that is shorter than usual, reduced in proportion to its months. */
export function proratedMinimum(
  { min, prorates, period }: CompiledCondition,
  term: Term,
  { short, starts, ends }: Pick<Reckoning, 'short' | 'starts' | 'ends'>,
): number {
  if (!short || !prorates || period !== 'term') return min;
  let months = 1;
  while (addMonths(starts, months) <= ends) months += 1;
  const whole = term.rules.term_months;
  return Math.floor((min * Math.min(months, whole)) / whole);
}

export class Demand {
  readonly rules: CompiledRequirement['rules'];
  readonly #isAnyOf: boolean;
  readonly conditions: readonly ConditionCount[];
  /** Whether a waiver removed a requirement that has alternatives: then none of them is required. */
  readonly #isWaived: boolean;
  /** The amount that is added to the minimum if the requirement is met late. */
  readonly #late: number;
  #isLate = false;
  readonly #years: Reckoning['years'];
  readonly #graceDays: number;

  /**
   * A waiver replaces the minimum, whether that was reduced for a short term or not, and nothing is added to it
   * afterwards.
   */
  constructor(requirement: CompiledRequirement, term: Term, setting: Setting) {
    const waiver = term.waivers.find((one) => one.requirement === requirement.rules.code);
    this.rules = requirement.rules;
    this.#isAnyOf = requirement.isAnyOf;
    this.#isWaived = requirement.isAnyOf && waiver?.min_points === 0;
    this.#late = waiver ? 0 : requirement.late;
    this.#years = setting.reckoning.years;
    this.#graceDays = term.rules.grace_days;
    this.conditions = requirement.conditions.map((condition) => {
      const usual = proratedMinimum(condition, term, setting.reckoning);
      const min = waiver && !requirement.isAnyOf ? waivedMinimum(condition, waiver.min_points) : usual;
      return new ConditionCount(condition, min, setting);
    });
  }

  get missing(): number {
    return this.#isWaived ? 0 : this.#nearest.missing;
  }

  get isMet(): boolean {
    return this.missing === 0;
  }

  /** The least number of points that is still missing, in the program's unit. */
  get missingPoints(): number {
    if (this.#isWaived) return 0;
    return Math.min(
      ...this.conditions.map(({ missing, rules: { measure, unit } }) =>
        measure === 'points' && unit === null ? missing : 0,
      ),
    );
  }

  /**
   * Called if the term ended with the requirement unmet and was extended. Raises the minimum by the amount for
   * lateness.
   */
  beLate(): void {
    if (this.#late === 0) return;
    this.#isLate = true;
    for (const condition of this.conditions) condition.raise(this.#late);
  }

  /** The conditions that awards in an extension may help to meet. None if the requirement is already met. */
  get unmet(): readonly ConditionCount[] {
    return this.isMet ? [] : this.conditions;
  }

  add(line: PlacedLine): void {
    for (const condition of this.conditions) condition.add(line);
  }

  addCarried(leaf: number, points: number): void {
    for (const condition of this.conditions) condition.addCarried(leaf, points);
  }

  surplusFor(line: Pick<PlacedLine, 'leaf' | 'year' | 'day'>): number {
    return this.#isWaived ? Number.POSITIVE_INFINITY : this.#nearest.surplusFor(line);
  }

  carryOut(line: Pick<PlacedLine, 'leaf' | 'year' | 'day'>, points: number): void {
    for (const condition of this.conditions) condition.carryOut(line, points);
  }

  /** The day on which standing is lost because of the first whole year that was missed. */
  get lostOn(): string | null {
    const year = this.#years[this.#nearest.firstMissedYear];
    return this.rules.keeps_standing && year ? printDay(year.ends + this.#graceDays + 1) : null;
  }

  result(): RequirementResult {
    const chosen = this.#nearest.result();
    if (!this.#isAnyOf) {
      return {
        ...chosen,
        ...(this.#isLate && { late_points: fromHundredths(this.#late) }),
        ...(this.rules.keeps_standing && { lost_on: this.lostOn }),
      };
    }
    const { min, have, missing, met } = this.#isWaived ? { min: 0, have: 0, missing: 0, met: true } : chosen;
    return {
      code: this.rules.code,
      name: this.rules.name,
      min,
      have,
      missing,
      met,
      chosen: this.#isWaived ? null : chosen.code,
      any_of: this.conditions.map((condition) => condition.result()),
    };
  }

  /** The first alternative that is met. If none is, the one that misses the smallest part of its minimum. */
  get #nearest(): ConditionCount {
    let [nearest] = this.conditions;
    for (const condition of this.conditions) {
      if (condition.missing === 0) return condition;
      // Compares by multiplying instead of dividing, so that equal parts are exactly equal.
      if (nearest && condition.missing * nearest.asked < nearest.missing * condition.asked)
        nearest = condition;
    }
    if (!nearest) throw new RangeError(`${this.rules.code} asks for nothing`);
    return nearest;
  }
}

/** The waived minimum in the measure of the condition. */
function waivedMinimum({ measure }: CompiledCondition, minimum: number): number {
  return measure === 'points' ? toHundredths(minimum) : minimum;
}
