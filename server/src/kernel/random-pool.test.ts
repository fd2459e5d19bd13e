import { expect, test } from 'vitest';
import { makeRandomPool } from './random-pool.ts';

/** A source whose bytes count up, so that each byte differs from the next. */
function makeSource() {
  let next = 0;
  let draws = 0;
  const draw = (size: number) => {
    draws += 1;
    return Uint8Array.from({ length: size }, () => next++ % 251);
  };
  return { draw, draws: () => draws };
}

test('no byte is handed out twice, over any sizes and across pages', () => {
  const { draw } = makeSource();
  const take = makeRandomPool(draw);
  const given: number[] = [];
  for (let i = 0; i < 2_000; i += 1) given.push(...take(1 + (i % 16)));
  // The source counts modulo 251, so each byte must be one more than the byte before, except at page ends.
  const breaks = given.filter((byte, i) => i > 0 && byte !== ((given[i - 1] ?? 0) + 1) % 251).length;
  expect(breaks).toBeLessThanOrEqual(Math.ceil(given.length / 8_192));
});

test('bytes handed out are wiped from the pool', () => {
  let page: Uint8Array | undefined;
  const take = makeRandomPool((size) => {
    page = new Uint8Array(size).fill(7);
    return page;
  });
  const portion = take(16);
  expect([...portion]).toEqual(new Array(16).fill(7));
  portion.fill(1);
  expect([...take(16)]).toEqual(new Array(16).fill(7));
});

test('large portions bypass the pool', () => {
  const { draw, draws } = makeSource();
  const take = makeRandomPool(draw);
  expect(take(1_000)).toHaveLength(1_000);
  take(16);
  take(16);
  expect(draws()).toBe(2);
});
