/** Arrival times of independent requests: a Poisson process, deterministic per seed. */

/** Mulberry32: small, and the same on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Milliseconds after the start, ascending. */
export function poissonArrivals(perSecond: number, lengthMs: number, random: () => number): number[] {
  const times: number[] = [];
  const meanGapMs = 1000 / perSecond;
  for (let at = 0; ; ) {
    at -= Math.log(1 - random()) * meanGapMs;
    if (at >= lengthMs) return times;
    times.push(at);
  }
}
