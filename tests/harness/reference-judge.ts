/** Second implementation: how much the requirements of a term ask for, and how much a set of lines gives them. */

import type { AlternativeResult, RequirementResult } from '../../rules/src/evaluation.ts';
import type { Condition, Requirement } from '../../rules/src/rules.ts';
import {
  addDaysByDate,
  addMonthsByDate,
  type Carried,
  cents,
  count,
  isShort,
  isUnder,
  type Placed,
  points,
  type ReferenceTerm,
  type Shares,
  unitOf,
  yearsByDate,
} from './reference-count.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** Lines of an earlier term, or of the time before the first term, with the caps of that time. */
export interface Past {
  rules: ReferenceTerm['rules'];
  lines: readonly Placed[];
  shares: Shares;
}

/** The lines that are judged. */
export interface Given {
  term: ReferenceTerm;
  lines: readonly Placed[];
  carried: readonly Carried[];
  shares: Shares;
  past: readonly Past[];
  /** The first day of a window that ends with the term. */
  windowFrom(months: number): string;
}

export interface JudgedCondition {
  condition: Condition;
  min: number;
  /** What counts, by index of the year; for other periods, only under index 0. */
  haves: Map<number, number>;
  missing: number;
  asked: number;
}

export interface Judged {
  requirement: Requirement;
  conditions: JudgedCondition[];
  chosen: JudgedCondition;
  isWaived: boolean;
  isLate: boolean;
  missing: number;
}

export function measured(condition: Condition): 'points' | 'awards' | 'categories' {
  if ((condition.min_awards ?? null) !== null) return 'awards';
  return (condition.min_categories ?? null) !== null ? 'categories' : 'points';
}

export function appliesTo(term: ReferenceTerm, requirement: Requirement): boolean {
  const { tracks, from_term, to_term, every_terms = 1 } = requirement;
  return (
    (tracks.length === 0 || tracks.some((track) => term.tracks.includes(track))) &&
    term.number >= from_term &&
    (to_term === null || term.number <= to_term) &&
    (term.number - from_term) % every_terms === 0
  );
}

export function prorated(term: ReferenceTerm, condition: Condition): number {
  const measure = measured(condition);
  if (measure !== 'points') return condition[`min_${measure}`] ?? 0;
  const min = cents(condition.min_points ?? 0);
  if (!condition.prorate_first || !isShort(term)) return min;
  const months = Array.from({ length: 130 }, (_, k) => k).find(
    (k) => addMonthsByDate(term.starts_on, k) > term.ends_on,
  )!;
  return Number((BigInt(min) * BigInt(months)) / BigInt(term.rules.term_months));
}

export function judgeAll(given: Given, late: ReadonlySet<string>): Judged[] {
  return given.term.rules.requirements
    .filter((requirement) => appliesTo(given.term, requirement))
    .map((requirement) => judge(given, requirement, late.has(requirement.code)));
}

function judge(given: Given, requirement: Requirement, unmetByEnd: boolean): Judged {
  const waiver = given.term.waivers.find((one) => one.requirement === requirement.code);
  const isAnyOf = !!requirement.any_of;
  const isLate = unmetByEnd && !waiver && (requirement.late_points ?? null) !== null;
  const conditions = (requirement.any_of ?? [requirement]).map((condition): JudgedCondition => {
    const inMeasure = measured(condition) === 'points' ? cents : (value: number) => value;
    const usual = prorated(given.term, condition) + (isLate ? cents(requirement.late_points ?? 0) : 0);
    const min = waiver && !isAnyOf ? inMeasure(waiver.min_points) : usual;
    const haves = havesOf(given, condition);
    const missing = sum([...haves.values()].map((have) => Math.max(0, min - have)));
    return { condition, min, haves, missing, asked: min * haves.size };
  });
  const isWaived = isAnyOf && waiver?.min_points === 0;
  const met = conditions.find(({ missing }) => missing === 0);
  const nearest = [...conditions].sort((a, b) => a.missing / a.asked - b.missing / b.asked)[0]!;
  const chosen = met ?? nearest;
  return { requirement, conditions, chosen, isWaived, isLate, missing: isWaived ? 0 : chosen.missing };
}

function havesOf(given: Given, condition: Condition): Map<number, number> {
  const { term, lines } = given;
  const asked = lines.filter(({ award }) => isUnder(term.rules, award.category, condition.categories));
  if (condition.period === 'months') {
    const from = given.windowFrom(condition.months ?? 0);
    return new Map([[0, haveOf(given, condition, asked, [], from)]]);
  }
  if (condition.period !== 'year') return new Map([[0, haveOf(given, condition, asked, given.carried)]]);
  return new Map(
    yearsByDate(term).flatMap(({ whole }, year): [number, number][] => {
      const ofYear = asked.filter((line) => line.year === year);
      return whole ? [[year, haveOf(given, condition, ofYear, year === 0 ? given.carried : [])]] : [];
    }),
  );
}

function haveOf(
  given: Given,
  condition: Condition,
  asked: readonly Placed[],
  carried: readonly Carried[],
  from?: string,
): number {
  const since = (lines: readonly Placed[]) =>
    lines.filter(({ award }) => from === undefined || award.completed_on >= from);
  /** The lines in categories that these names include by the rules of this term or of the earlier one. */
  const inScope = (named: readonly string[] | null, { rules, lines }: Past) =>
    since(lines).filter(
      ({ award }) =>
        isUnder(given.term.rules, award.category, named) || isUnder(rules, award.category, named),
    );
  const past = from === undefined ? [] : given.past;
  const counted = (named: readonly string[] | null, brought: readonly Carried[]) =>
    count(
      given.term.rules,
      since(asked).filter(({ award }) => isUnder(given.term.rules, award.category, named)),
      brought.filter(({ category }) => isUnder(given.term.rules, category, named)),
      given.shares,
    ) + sum(past.map((one) => count(one.rules, inScope(named, one), [], one.shares)));
  const measure = measured(condition);
  if (measure === 'points') return counted(condition.categories, carried);
  const each = cents(condition.each_points ?? 0);
  if (measure === 'awards') {
    const all = [...since(asked), ...past.flatMap((one) => inScope(condition.categories, one))];
    const ids = Map.groupBy(all, ({ award }) => award.id);
    return [...ids.values()].filter((lines) => sum(lines.map(({ award }) => cents(award.points))) >= each)
      .length;
  }
  return (condition.categories ?? []).filter((code) => counted([code], []) >= Math.max(1, each)).length;
}

/** The requirement as the engine shows it. */
export function shownRequirement(judged: Judged, term: ReferenceTerm): RequirementResult {
  const { requirement, chosen, isWaived, isLate } = judged;
  const { code, name, keeps_standing: keeps } = requirement;
  const shown = shownCondition(chosen);
  if (!requirement.any_of) {
    return {
      ...shown,
      ...(isLate && { late_points: requirement.late_points ?? 0 }),
      ...(keeps && { lost_on: lostOn(judged, term) }),
    };
  }
  const { min, have, missing, met } = isWaived ? { min: 0, have: 0, missing: 0, met: true } : shown;
  return {
    code,
    name,
    min,
    have,
    missing,
    met,
    chosen: isWaived ? null : chosen.condition.code,
    any_of: judged.conditions.map(shownCondition),
  };
}

function shownCondition({ condition, min, haves, missing }: JudgedCondition): AlternativeResult {
  const measure = measured(condition);
  const value = measure === 'points' ? points : (number: number) => number;
  return {
    code: condition.code,
    name: condition.name,
    min: value(min),
    have: value(haves.size === 0 ? 0 : Math.min(...haves.values())),
    missing: value(missing),
    met: missing === 0,
    ...(condition.period === 'year' && { by_year: [...haves.values()].map(value) }),
    ...(measure !== 'points' && { measure }),
  };
}

export function lostOn({ requirement, chosen }: Judged, term: ReferenceTerm): string | null {
  if (!requirement.keeps_standing) return null;
  const missed = [...chosen.haves].find(([, have]) => have < chosen.min);
  return missed ? addDaysByDate(yearsByDate(term)[missed[0]]!.ends_on, term.rules.grace_days + 1) : null;
}

/** A lower bound in the program's unit; of several conditions, the one that lacks least counts. */
export function missingPoints({ conditions, isWaived }: Judged, { rules }: ReferenceTerm): number {
  if (isWaived) return 0;
  const inUnit = ({ condition }: JudgedCondition) =>
    measured(condition) === 'points' &&
    (condition.categories === null || unitOf(rules, condition.categories[0] ?? '') === null);
  return Math.min(...conditions.map((one) => (inUnit(one) ? one.missing : 0)));
}
