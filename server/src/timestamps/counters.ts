import type { PscFailureClass } from './psc.ts';

/** `not_asked`: the breaker was open. */
export type PscOutcome = 'stamped' | PscFailureClass | 'not_asked';

/** Counts the outcomes of requests per provider, for the metrics. */
export type PscCounters = { count(provider: string, outcome: PscOutcome): void };

/** Whether a provider is asked at the moment, and how far our clock is from its time stamps. */
export type ProviderStanding = {
  name: string;
  /** Not asked, because it failed several times in a row. */
  isOpen: boolean;
  /** How far our clock was from its last time stamp; 0 before the first. */
  clockOffMs: number;
};
