import { expect, test } from 'vitest';
import { makeBreaks } from './breaks.ts';

test('P100 four fifths of the time are breaks while a server runs; without a server there are none', async () => {
  const work = setUp();
  work.isShared = true;
  await work.for(100);
  for (let portion = 0; portion < 100; portion++) await work.for(25);
  expect(work.restedMs).toBe(4 * 2_500);
  work.isShared = false;
  await work.for(1_000);
  const rested = work.restedMs;
  for (let portion = 0; portion < 100; portion++) await work.for(25);
  expect(work.restedMs).toBe(rested);
});

test('many small portions share a break', async () => {
  const work = setUp();
  work.isShared = true;
  await work.for(100);
  for (let portion = 0; portion < 9; portion++) await work.for(1);
  expect(work.restedMs).toBe(0);
  await work.for(1);
  expect(work.restedMs).toBe(40);
});

test('whether a server runs is checked at most once a second', async () => {
  const work = setUp();
  await work.for(100);
  for (let portion = 0; portion < 300; portion++) await work.for(10);
  expect(work.looks).toBe(3);
});

test('work that takes less than a tenth of a second takes no break', async () => {
  const work = setUp();
  work.isShared = true;
  for (let portion = 0; portion < 10; portion++) await work.for(10);
  expect(work.restedMs).toBe(0);
});

test('a server that starts meanwhile is noticed', async () => {
  const work = setUp();
  await work.for(600);
  work.isShared = true;
  await work.for(900);
  await work.for(200);
  expect(work.restedMs).toBe(4 * 200);
});

function setUp() {
  let atMs = 0;
  const work = {
    isShared: false,
    looks: 0,
    restedMs: 0,
    async for(ms: number) {
      atMs += ms;
      await takeBreak();
    },
  };
  const takeBreak = makeBreaks(
    async () => {
      work.looks += 1;
      return work.isShared;
    },
    {
      elapsedMs: () => atMs,
      async sleep(ms) {
        atMs += ms;
        work.restedMs += ms;
      },
    },
  );
  return work;
}
