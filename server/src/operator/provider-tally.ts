/** Stamps and failures of each provider, since this process started. */

import type { PscCounters } from '../timestamps/counters.ts';

export type ProviderTally = { of(provider: string): { stamps: number; failures: number } };

export function tallied(counters: PscCounters): PscCounters & ProviderTally {
  const tally = new Map<string, { stamps: number; failures: number }>();
  const at = (provider: string) => tally.get(provider) ?? { stamps: 0, failures: 0 };
  return {
    count(provider, outcome) {
      counters.count(provider, outcome);
      const { stamps, failures } = at(provider);
      if (outcome === 'stamped') tally.set(provider, { stamps: stamps + 1, failures });
      else if (outcome !== 'not_asked') tally.set(provider, { stamps, failures: failures + 1 });
    },
    of: at,
  };
}
