/** Deterministic randomness, so that two demos made on the same day are identical. */

export type Draw = {
  /** A number from 0 up to, but not including, 1. */
  share(): number;
  /** A whole number from `least` to `most`, both included. */
  between(least: number, most: number): number;
  oneOf<T>(list: readonly T[]): T;
};

/** The generator is Mulberry32. It is not secure, and nothing here is secret. */
export function makeDraw(seed: number): Draw {
  let state = seed;
  const share = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number) => least + Math.floor(share() * (most - least + 1));
  return {
    share,
    between,
    oneOf<T>(list: readonly T[]): T {
      const found = list[between(0, list.length - 1)];
      if (found === undefined) throw new RangeError('there is nothing to draw from');
      return found;
    },
  };
}
