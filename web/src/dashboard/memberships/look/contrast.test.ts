import { expect, test } from 'vitest';
import { isFaint } from './contrast.ts';

test.each([
  ['#1d3a5f', false],
  ['#000000', false],
  ['#949494', false],
  ['#959595', true],
  ['#ffffff', true],
  ['#a8842c', false],
  ['#12', false],
])('letters of %s on white are faint: %s', (color, faint) => {
  expect(isFaint(color)).toBe(faint);
});
