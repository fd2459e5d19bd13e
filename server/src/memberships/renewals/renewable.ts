/** The data by which a renewal is judged: the newest term, what counts in it today, and the program as it is now. */

import { type Evaluation, evaluate, firstTerm, nextTerm, type TermBounds } from '@sello/rules';
import type { Tools, Who } from '../../operations/operation.ts';
import { todayOf } from '../calendar.ts';
import type { LockedMembership } from '../membership/lock-membership.ts';
import type { Membership } from '../membership/membership.ts';
import { readChain } from '../membership/terms/pg-terms.ts';
import { versionsOf } from '../membership/terms/show-terms.ts';
import { checklistOf, type MembershipTerm } from '../membership/terms/term.ts';
import { assertAnchor } from '../programs/anchor.ts';
import { findProgram } from '../programs/pg-programs.ts';
import type { Program } from '../programs/program.ts';
import { newestTerm, toWholeTerms } from '../standing/chain.ts';
import { addDays } from '../standing/days.ts';
import { readLines } from '../standing/pg-lines.ts';
import type { KeptVersion } from '../standing/pg-versions.ts';
import { lastDay } from '../standing/standing.ts';

export type Renewable = {
  membership: Membership;
  memberStatus: string;
  terms: readonly MembershipTerm[];
  /** The newest term, which is not decided yet. */
  term: MembershipTerm;
  evaluation: Evaluation;
  /** Whether a renewal after a lapse requires that the old term was met. */
  asksOldTerm: boolean;
  checklist: ReturnType<typeof checklistOf>;
  /** The program with its newest version, with which the next term is opened. */
  program: Program;
  opensOn: string;
  /** The last day on which a request is in time. */
  closesOn: string;
  today: string;
  nextDays(requestedOn: string, startsOn: string): TermBounds;
  /**
   * The evaluation if the term has lapsed by this day: it also says whether the rules allow a renewal from that day.
   */
  reinstatedOn(day: string): Evaluation;
};

export async function readRenewable(
  tools: Pick<Tools, 'query' | 'now'>,
  who: Who,
  { membership, memberStatus, terms }: LockedMembership,
): Promise<Renewable> {
  const chain = await readChain(tools, membership.id);
  const program = await findProgram(tools, who, membership.programId);
  if (chain === undefined || program === undefined) throw new Error(`${membership.id} has no program`);
  const versionOf = await versionsOf(tools, chain);
  const term = newestTerm({ terms });
  const today = await todayOf(tools, who, { memberId: membership.memberId });
  const days = toWholeTerms(chain, versionOf);
  const lines = (await readLines(tools, [chain.memberId]))(chain.memberId, chain.programId);
  const version = versionOf(membership.programId, term.programVersion);
  const closesOn = addDays(lastDay(term), version.rules.grace_days);
  return {
    membership,
    memberStatus,
    terms,
    term,
    evaluation: evaluate(days, lines, term.number, today),
    asksOldTerm: version.rules.reinstatement?.old_term_met !== false,
    checklist: checklistOf(version.checklist, term),
    program,
    opensOn: opensOn(term, version),
    closesOn,
    today,
    nextDays: (requestedOn, startsOn) => {
      assertAnchor(program.rules, membership.anchor);
      return requestedOn <= closesOn
        ? nextTerm(days, program.rules, membership.anchor)
        : firstTerm(program.rules, startsOn, membership.anchor);
    },
    reinstatedOn: (day) => evaluate(days, lines, term.number, today, day),
  };
}

/** Never before the term begins, because a term that has not begun cannot be renewed. */
function opensOn({ startsOn, endsOn }: MembershipTerm, { rules }: KeptVersion): string {
  const day = addDays(endsOn, -rules.renewal_opens_days);
  return day > startsOn ? day : startsOn;
}
