import type { PscFailureClass } from './psc.ts';

/** `not_asked`: the breaker was open. */
export type PscOutcome = 'stamped' | PscFailureClass | 'not_asked';

/** Counts the outcomes of requests per provider, for the metrics. */
export type PscCounters = { count(provider: string, outcome: PscOutcome): void };
