/** What a process takes from its system: log, clock, randomness. */

import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';
import { makeRandomPool, type RandomBytes } from './random-pool.ts';

/** Tests may replace any of these. */
export type Surroundings = { logger: Logger; now: Clock; randomBytes: RandomBytes };

export function systemSurroundings(logger: Logger): Surroundings {
  return { logger, now: () => new Date(), randomBytes: makeRandomPool(randomBytes) };
}
