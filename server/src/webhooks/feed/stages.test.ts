import { expect, test } from 'vitest';
import { stagesOf } from './stages.ts';

const at = new Date('2026-01-01T00:00:00Z');
const ranges = (...given: Parameters<typeof stagesOf>) =>
  stagesOf(...given)
    .filter(({ low, high }) => low < high)
    .map(({ stage, type, low, high }) => `${stage} ${type.split('.')[1]} ${low}-${high}`);

test('without a reorganisation there is one stage', () => {
  expect(ranges([], 10)).toEqual(['0 certified 0-10']);
});

test('a certificate that was taken back is reported, and certified again in the next stage', () => {
  expect(ranges([{ fromSize: 10, toSize: 4, at }], 12)).toEqual([
    '0 certified 0-4',
    '0 certified 4-10',
    '1 reorganised 4-10',
    '2 certified 4-12',
  ]);
});

test('two final blocks that fall together are two stages without one in between', () => {
  const both = [
    { fromSize: 10, toSize: 6, at },
    { fromSize: 6, toSize: 2, at },
  ];
  expect(ranges(both, 2)).toEqual([
    '0 certified 0-6',
    '0 certified 6-10',
    '1 reorganised 6-10',
    '3 reorganised 2-6',
  ]);
});
