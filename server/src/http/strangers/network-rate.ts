/** The rate of requests per network without a key. */

import { makeRate, type Rate } from '../../kernel/pacing/rate.ts';
import { networkOf } from '../connection/network-of.ts';

/** Its keys are addresses: all of one network share what it may ask for. */
export function makeNetworkRate(perMinute: number, seeds: readonly number[]): Rate {
  const { take, giveBack } = makeRate(perMinute, seeds);
  return {
    take: (ip, cost, nowMs) => take(networkOf(ip), cost, nowMs),
    giveBack: (ip, cost) => giveBack(networkOf(ip), cost),
  };
}
