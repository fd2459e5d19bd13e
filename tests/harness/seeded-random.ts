/** Reproducible randomness: a failing test states the seed, and SELLO_TEST_SEED sets it. */

export type SeededRandom = { seed: number; below(limit: number): number };

export function seededRandom(): SeededRandom {
  const seed = Number(process.env.SELLO_TEST_SEED ?? Math.floor(Math.random() * 2 ** 32));
  let state = seed >>> 0;
  return {
    seed,
    // Mulberry32: small, and the same on every platform.
    below(limit) {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
    },
  };
}
