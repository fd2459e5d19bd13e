import type { PscFailureClass } from './psc.ts';

/** How a request ended. `not_asked` means that the breaker was open. */
export type PscOutcome = 'stamped' | PscFailureClass | 'not_asked';

/** Counts the outcomes of requests per provider, for the metrics. */
export type PscCounters = { count(provider: string, outcome: PscOutcome): void };

/** Whether a provider is asked at the moment, and how far our clock is from its time stamps. */
export type ProviderStanding = {
  name: string;
  /** True if the provider is not asked at the moment, because it failed several times in a row. */
  isOpen: boolean;
  /** How far our clock was from its last time stamp; 0 before the first. */
  clockOffMs: number;
};
