/** A membership with its terms, with the fields needed for counting and standing. */

import { fromHundredths, type Rules, type Term } from '@sello/rules';
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
  /** The day of the pending renewal. */
  requestedOn: string | undefined;
  /** In order, without void ones; never empty. */
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
  /** The renewal that decided it; undefined while it is open. */
  renewalId: RenewalId | undefined;
};

/** By requirement; points in hundredths. */
type Waivers = Readonly<Record<string, { min_points: number; reason: string }>>;

export function newestTerm<T>({ terms }: { terms: readonly T[] }): T {
  const last = terms.at(-1);
  if (last === undefined) throw new Error('A membership has no term');
  return last;
}

/** The term on this day: the last that has begun, or the first if none has. */
export function termOn<T extends { startsOn: string }>(terms: readonly T[], day: string): T {
  return terms.findLast(({ startsOn }) => startsOn <= day) ?? newestTerm({ terms: terms.slice(0, 1) });
}

export type RulesOf = (programId: ProgramId, version: number) => Rules;

/** In the form that the rule engine takes. */
export function toEngineTerms({ programId, terms }: Pick<Chain, 'programId' | 'terms'>, rulesOf: RulesOf) {
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
    }),
  );
}

export function standingDaysOf(chain: Chain, rulesOf: RulesOf): StandingDays {
  const { endsOn, extendedUntil, programVersion } = newestTerm(chain);
  const { grace_days: graceDays } = rulesOf(chain.programId, programVersion);
  return standingDays({ ...chain, endsOn, extendedUntil, graceDays });
}
