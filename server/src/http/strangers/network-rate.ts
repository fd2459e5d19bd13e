/** Limits the rate of requests without a key, per network. */

import { makeRate, type Rate } from '../../kernel/pacing/rate.ts';
import { networksOf } from '../connection/network-of.ts';

/** Makes such a limit. Its keys are addresses, and all addresses of a network share one limit. */
export function makeNetworkRate(perMinute: number, seeds: readonly number[]): Rate {
  const rates = new Map<number, Rate>();
  const rateOf = (times: number) => {
    const rate = rates.get(times) ?? makeRate(perMinute * times, seeds);
    rates.set(times, rate);
    return rate;
  };
  return {
    take(ip, cost, nowMs) {
      const taken: (() => void)[] = [];
      for (const { network, times } of networksOf(ip)) {
        const rate = rateOf(times);
        const waitMs = rate.take(network, cost, nowMs);
        if (waitMs > 0) {
          for (const giveBack of taken) giveBack();
          return waitMs;
        }
        taken.push(() => rate.giveBack(network, cost));
      }
      return 0;
    },

    giveBack(ip, cost) {
      for (const { network, times } of networksOf(ip)) rateOf(times).giveBack(network, cost);
    },
  };
}
