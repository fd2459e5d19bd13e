import type { PscFailureClass } from '../domain/psc.ts';

/** `not_asked`: the breaker stood open. */
export type PscOutcome = 'stamped' | PscFailureClass | 'not_asked';

export type PscCount = { provider: string; outcome: PscOutcome; total: number };

/** What became of the requests to each provider since this process started. */
export type PscCounters = {
  count(provider: string, outcome: PscOutcome): void;
  read(): PscCount[];
};

export function makePscCounters(): PscCounters {
  const counts = new Map<string, PscCount>();
  return {
    count(provider, outcome) {
      const key = `${outcome} ${provider}`;
      const known = counts.get(key);
      if (known === undefined) counts.set(key, { provider, outcome, total: 1 });
      else known.total += 1;
    },
    read: () => [...counts.values()].map((count) => ({ ...count })),
  };
}
