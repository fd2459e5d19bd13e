import type { PscFailureClass } from './psc.ts';

/** `not_asked`: the breaker stood open. */
export type PscOutcome = 'stamped' | PscFailureClass | 'not_asked';

/** What becomes of the requests to each provider, for the operator's metrics. */
export type PscCounters = { count(provider: string, outcome: PscOutcome): void };
