import { expect, test } from 'vitest';
import { clockDifference } from './open-providers.ts';

const at = (time: string) => new Date(`2026-01-31T12:00:${time}Z`);
const token = (time: string, accuracyMs?: number) => ({ genTime: `2026-01-31T12:00:${time}Z`, accuracyMs });

test('a token of the time in which it was asked for shows no difference, whole seconds or not', () => {
  expect(clockDifference(token('10'), at('10.200'), at('10.400'))).toBe(0);
  expect(clockDifference(token('10'), at('10.900'), at('11.100'))).toBe(0);
  expect(clockDifference(token('10.300'), at('10.200'), at('10.400'))).toBe(0);
});

test('a clock that is ahead or behind shows by how much', () => {
  expect(clockDifference(token('10.000'), at('13.000'), at('13.200'))).toBe(-2_999);
  expect(clockDifference(token('15.000'), at('13.000'), at('13.200'))).toBe(1_800);
});

test('the accuracy that a provider states is not our difference', () => {
  expect(clockDifference(token('15.000', 2_000), at('13.000'), at('13.200'))).toBe(0);
});
