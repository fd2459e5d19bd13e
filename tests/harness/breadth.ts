/**
 * How much of a long list of similar cases is run: `npm test` and `npm run test:all` take a different share of each
 * list every time; `npm run test:chaos` takes all of them, with the same code.
 */

import type { SeededRandom } from './seeded-random.ts';

export const isFull = process.env.SELLO_CHAOS === 'full';

/** Every nth case, in order, starting at a random one. */
export function oneOfEvery<T>(many: number, cases: readonly T[], random: SeededRandom): readonly T[] {
  if (isFull) return cases;
  const first = random.below(many);
  return cases.filter((_, index) => index % many === first);
}

/** The number of rows: a long table in full runs, a shorter one in `npm test`. */
export const howMany = (full: number, short: number): number => (isFull ? full : short);

/** Languages, screens and themes for the same steps; in short runs only the first. */
export function waysToLook<const T>(ways: readonly T[]): readonly T[] {
  return isFull ? ways : ways.slice(0, 1);
}
