/** What a process finds around it: a log, a clock, chance. */

import { randomBytes } from 'node:crypto';
import type { Clock } from './clock.ts';
import type { Logger } from './logger.ts';
import { makeRandomPool, type RandomBytes } from './random-pool.ts';

/** What a test may put in the place of the real thing. */
export type Surroundings = { logger: Logger; now: Clock; randomBytes: RandomBytes };

export function systemSurroundings(logger: Logger): Surroundings {
  return { logger, now: () => new Date(), randomBytes: makeRandomPool(randomBytes) };
}
