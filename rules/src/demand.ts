/** Step 4 of the engine: what one requirement needs in one term, and how much of it is met. */

import type { CompiledRequirement, CompiledRules } from './compile-rules.ts';
import { addMonths } from './day.ts';
import type { RequirementResult, Term } from './evaluation.ts';
import type { PlacedLine } from './lines.ts';
import type { PastLines } from './past-lines.ts';
import { fromHundredths, toHundredths } from './points.ts';
import type { Reckoning } from './reckoning.ts';
import { Tally } from './tally.ts';

/** The requirements that apply to this term and its tracks. */
export function demandsOf(
  term: Term,
  reckoning: Reckoning,
  version: CompiledRules,
  past: readonly PastLines[],
): Demand[] {
  return version.requirements
    .filter(({ rules }) => applies(rules, term))
    .map(
      (requirement) =>
        new Demand(requirement, minimumOf(requirement, term, reckoning), reckoning, version, past),
    );
}

function applies(rules: CompiledRequirement['rules'], term: Term): boolean {
  const inTerms =
    rules.from_term <= term.number && term.number <= (rules.to_term ?? Number.POSITIVE_INFINITY);
  return inTerms && (rules.tracks.length === 0 || rules.tracks.some((track) => term.tracks.includes(track)));
}

/** A waiver replaces the minimum, prorated or not. */
function minimumOf(
  { rules, min }: CompiledRequirement,
  term: Term,
  { short, starts, ends }: Reckoning,
): number {
  const waiver = term.waivers.find(({ requirement }) => requirement === rules.code);
  if (waiver) return toHundredths(waiver.min_points);
  if (!short || !rules.prorate_first || rules.period !== 'term') return min;
  let months = 1;
  while (addMonths(starts, months) <= ends) months += 1;
  const whole = term.rules.term_months;
  return Math.floor((min * Math.min(months, whole)) / whole);
}

/** What must reach the minimum by itself: the term, one whole year of it, or the window of months. */
interface Cell {
  tally: Tally;
  /** Counted in earlier terms. */
  before: number;
  carriedOut: number;
}

/**
 * Only awards of its own categories and period are counted, so no award is displaced by one that the requirement does
 * not concern.
 */
export class Demand {
  readonly #requirement: CompiledRequirement;
  readonly #min: number;
  /** With the period `year`, by index of the year, null for a broken one; otherwise a single entry. */
  readonly #cells: readonly (Cell | null)[];
  /** With the period `months`, the first day of the window. An extension does not move it. */
  readonly #from: number;

  constructor(
    requirement: CompiledRequirement,
    min: number,
    reckoning: Reckoning,
    version: CompiledRules,
    past: readonly PastLines[],
  ) {
    const { months } = requirement.rules;
    const cell = (before: number): Cell => ({ tally: new Tally(version.nodes), before, carriedOut: 0 });
    this.#requirement = requirement;
    this.#min = min;
    this.#from = Number.NEGATIVE_INFINITY;
    if (this.byYear) {
      this.#cells = reckoning.years.map(({ whole }) => (whole ? cell(0) : null));
    } else if (this.#byMonths && months !== null) {
      const from = addMonths(reckoning.origin, reckoning.endMonths - months);
      this.#from = from;
      this.#cells = [
        cell(past.reduce((sum, lines) => sum + lines.countSince(from, requirement, version), 0)),
      ];
    } else {
      this.#cells = [cell(0)];
    }
  }

  get byYear(): boolean {
    return this.#requirement.rules.period === 'year';
  }

  get #byMonths(): boolean {
    return this.#requirement.rules.period === 'months';
  }

  get missing(): number {
    return this.#cells.reduce((sum, cell) => sum + (cell ? this.#missingOf(cell) : 0), 0);
  }

  add(line: PlacedLine): void {
    this.#cellOf(line)?.tally.add(line.leaf, line.year, line.points);
  }

  /**
   * Carried-in points belong to the first year. A window of months contains the original award in its own term, so
   * carried-in points are not added.
   */
  addCarried(leaf: number, points: number): void {
    if (this.#byMonths || !this.#requirement.asks[leaf]) return;
    this.#cells[0]?.tally.addCarried(leaf, points);
  }

  isLessenedBy(line: PlacedLine): boolean {
    const cell = this.#cellOf(line);
    if (!cell || this.#missingOf(cell) === 0) return false;
    return cell.tally.gain(line.leaf, line.year, line.points) > 0;
  }

  /** How much of this line may leave with the requirement still met. */
  surplusFor(line: PlacedLine): number {
    const cell = this.#byMonths ? null : this.#cellOf(line);
    return cell ? cell.tally.total - this.#min - cell.carriedOut : Number.POSITIVE_INFINITY;
  }

  carryOut(line: PlacedLine, points: number): void {
    const cell = this.#cellOf(line);
    if (cell) cell.carriedOut += points;
  }

  result(): RequirementResult {
    const { code, name } = this.#requirement.rules;
    const haves = this.#cells.flatMap((cell) => (cell ? [cell.before + cell.tally.total] : []));
    const { missing } = this;
    return {
      code,
      name,
      min: fromHundredths(this.#min),
      have: fromHundredths(haves.length > 0 ? Math.min(...haves) : 0),
      missing: fromHundredths(missing),
      met: missing === 0,
      ...(this.byYear && { by_year: haves.map(fromHundredths) }),
    };
  }

  #cellOf(line: PlacedLine): Cell | null {
    if (!this.#requirement.asks[line.leaf] || line.day < this.#from) return null;
    return this.#cells[this.byYear ? line.year : 0] ?? null;
  }

  #missingOf(cell: Cell): number {
    return Math.max(0, this.#min - cell.before - cell.tally.total);
  }
}
