/** A membership with its terms, with the fields needed for counting and standing. */

import { type ChecklistItem, type DoneEntry, fromHundredths, type Rules, type Term } from '@sello/rules';
import type { MemberId, MembershipId, ProgramId, RenewalId, TermId } from '../../kernel/ids.ts';
import { type MembershipStatus, type StandingDays, standingDays } from './standing.ts';

export type Chain = {
  membershipId: MembershipId;
  memberId: MemberId;
  memberStatus: string;
  programId: ProgramId;
  status: MembershipStatus;
  startsOn: string;
  tracks: readonly string[];
  /** The day from which the terms are counted, if the rules require that each membership has its own. */
  anchor: string | undefined;
  /** The day on which the pending renewal was requested. */
  requestedOn: string | undefined;
  /** Terms in order, without void ones. Never empty. */
  terms: readonly ChainTerm[];
};

export type ChainTerm = {
  id: TermId;
  number: number;
  programVersion: number;
  tracks: readonly string[];
  startsOn: string;
  endsOn: string;
  extendedUntil: string | undefined;
  waivers: Waivers;
  checklist: Checklist;
  /** The renewal that decided the term. Undefined while the term is open. */
  renewalId: RenewalId | undefined;
};

/** Waivers by requirement, with points in hundredths. */
type Waivers = Readonly<Record<string, { min_points: number; reason: string }>>;

/** The record of each checklist item, by its code, or by code and year for a yearly item. */
type Checklist = Readonly<Record<string, ChecklistMark>>;

export type ChecklistMark = {
  done: boolean;
  done_on: string | null;
  note: string | null;
  certificate_id: string | null;
};

/** The colon is unambiguous as a separator, because codes contain none. */
export function entryKey(code: string, year: number | null): string {
  return year === null ? code : `${code}:${year}`;
}

function doneEntries(checklist: Checklist): DoneEntry[] {
  return Object.entries(checklist).flatMap(([key, { done, done_on }]) => {
    const [code = '', year] = key.split(':');
    return done && done_on !== null
      ? [{ code, year: year === undefined ? null : Number(year), done_on }]
      : [];
  });
}

export function newestTerm<T>({ terms }: { terms: readonly T[] }): T {
  const last = terms.at(-1);
  if (last === undefined) throw new Error('A membership has no term');
  return last;
}

/** The term on this day: the last one that has begun by then, or the first if none has. */
export function termOn<T extends { startsOn: string }>(terms: readonly T[], day: string): T {
  return terms.findLast(({ startsOn }) => startsOn <= day) ?? newestTerm({ terms: terms.slice(0, 1) });
}

type RulesOf = (programId: ProgramId, version: number) => Rules;

type KeptRules = { rules: Rules; checklist: readonly ChecklistItem[] };
type KeptRulesOf = (programId: ProgramId, version: number) => KeptRules;

/** Includes the checklist, because the standing depends on it too. */
export function toWholeTerms(
  chain: Pick<Chain, 'programId' | 'terms' | 'anchor'>,
  keptOf: KeptRulesOf,
): Term[] {
  const terms = toEngineTerms(chain, (programId, version) => keptOf(programId, version).rules);
  return terms.map((term, index) => ({
    ...term,
    checklist: {
      items: keptOf(chain.programId, term.program_version).checklist,
      done: doneEntries(chain.terms[index]?.checklist ?? {}),
    },
  }));
}

/** The terms in the form that the rule engine takes. */
export function toEngineTerms(
  { programId, terms, anchor }: Pick<Chain, 'programId' | 'terms' | 'anchor'>,
  rulesOf: RulesOf,
): Term[] {
  return terms.map(
    (term): Term => ({
      number: term.number,
      starts_on: term.startsOn,
      ends_on: term.endsOn,
      rules: rulesOf(programId, term.programVersion),
      program_version: term.programVersion,
      tracks: term.tracks,
      extended_until: term.extendedUntil ?? null,
      waivers: Object.entries(term.waivers).map(([requirement, { min_points }]) => ({
        requirement,
        min_points: fromHundredths(min_points),
      })),
      anchor: anchor ?? null,
    }),
  );
}

export function standingDaysOf(chain: Chain, rulesOf: RulesOf): StandingDays {
  const { endsOn, extendedUntil, programVersion } = newestTerm(chain);
  const { grace_days: graceDays } = rulesOf(chain.programId, programVersion);
  return standingDays({ ...chain, endsOn, extendedUntil, graceDays });
}
