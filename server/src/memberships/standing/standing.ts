/** Whether a membership is in force today: derived from its days, never stored. */

import { addDays } from './days.ts';

export const STANDINGS = [
  'scheduled',
  'delinquent',
  'current',
  'grace',
  'lapsed',
  'suspended',
  'ended',
] as const;

export type Standing = (typeof STANDINGS)[number];

export const MEMBERSHIP_STATUSES = ['active', 'suspended', 'ended'] as const;

export type MembershipStatus = (typeof MEMBERSHIP_STATUSES)[number];

/** PostgreSQL's word for a time after every day. It sorts correctly when compared as text with days. */
export const NEVER = 'infinity';

/** The data from which the standing on any day is derived. */
export type StandingDays = {
  /** The membership's own status, or `suspended` if the member is. */
  effectiveStatus: MembershipStatus;
  startsOn: string;
  /** The end of the newest term, or of its extension. */
  validUntil: string;
  /** The first day on which the membership is no longer in force. */
  lapsesOn: string;
  /** The day on which a missed year makes the membership lose its standing, unless the year is made up first. */
  lostOn?: string | undefined;
};

export function standingOn(days: StandingDays, today: string): Standing {
  if (days.effectiveStatus !== 'active') return days.effectiveStatus;
  if (today < days.startsOn) return 'scheduled';
  if (days.lostOn !== undefined && today >= days.lostOn) return 'delinquent';
  if (today <= days.validUntil) return 'current';
  return today < days.lapsesOn ? 'grace' : 'lapsed';
}

export function isValid(standing: Standing): boolean {
  return standing === 'current' || standing === 'grace';
}

export type StandingFacts = {
  status: MembershipStatus;
  memberStatus: string;
  startsOn: string;
  /** The last day of the newest term. */
  endsOn: string;
  extendedUntil: string | undefined;
  graceDays: number;
  /** The day on which the pending renewal was requested. */
  requestedOn: string | undefined;
};

export function standingDays(facts: StandingFacts): StandingDays {
  const validUntil = lastDay(facts);
  const graceUntil = addDays(validUntil, facts.graceDays);
  const isAwaited = facts.requestedOn !== undefined && facts.requestedOn <= graceUntil;
  return {
    effectiveStatus: effectiveStatus(facts),
    startsOn: facts.startsOn,
    validUntil,
    lapsesOn: isAwaited ? NEVER : addDays(graceUntil, 1),
  };
}

/** The end of the term or of its extension, whichever is later. */
export function lastDay({ endsOn, extendedUntil }: Pick<StandingFacts, 'endsOn' | 'extendedUntil'>): string {
  return extendedUntil !== undefined && extendedUntil > endsOn ? extendedUntil : endsOn;
}

/** A suspended, deceased or anonymised member has no membership in force. */
function effectiveStatus({ status, memberStatus }: StandingFacts): MembershipStatus {
  if (status === 'ended' || memberStatus === 'active') return status;
  return 'suspended';
}
