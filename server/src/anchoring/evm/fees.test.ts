import { expect, test } from 'vitest';
import { bumpFees, chooseFees, gasLimitFor } from './fees.ts';

const GWEI = 1_000_000_000n;
const CAP = 100n * GWEI;

test('a first attempt offers twice the base fee and the tip', () => {
  expect(chooseFees({ baseFeePerGas: 10n * GWEI, tipPerGas: 2n * GWEI }, CAP, undefined)).toEqual({
    maxFeePerGas: 22n * GWEI,
    maxPriorityFeePerGas: 2n * GWEI,
  });
});

test('if the limit is below the comfortable fee, the limit is offered', () => {
  expect(chooseFees({ baseFeePerGas: 60n * GWEI, tipPerGas: 2n * GWEI }, CAP, undefined).maxFeePerGas).toBe(
    CAP,
  );
});

test('a chain that asks for more than the limit is refused with a message', () => {
  expect(() => chooseFees({ baseFeePerGas: 99n * GWEI, tipPerGas: 2n * GWEI }, CAP, undefined)).toThrow(
    'The chain asks for 101.0 gwei per gas, and the limit is 100.0',
  );
});

test.each([
  [8n, 9n],
  [9n, 11n],
  [1n, 2n],
  [0n, 1n],
  [7n, 8n],
  [1_000_000_001n, 1_125_000_002n],
])('a bump of %d wei is %d: an eighth more, rounded up', (before, after) => {
  expect(bumpFees({ maxFeePerGas: before, maxPriorityFeePerGas: before })).toEqual({
    maxFeePerGas: after,
    maxPriorityFeePerGas: after,
  });
  // The strictest pools demand 12.5 % more, and geth demands an increase even from zero.
  expect(after * 1000n).toBeGreaterThanOrEqual(before * 1125n);
  expect(after).toBeGreaterThan(before);
});

test('a replacement raises both fees even if the market has fallen', () => {
  const previous = { maxFeePerGas: 40n * GWEI, maxPriorityFeePerGas: 4n * GWEI };
  expect(chooseFees({ baseFeePerGas: GWEI, tipPerGas: GWEI }, CAP, previous)).toEqual({
    maxFeePerGas: 45n * GWEI,
    maxPriorityFeePerGas: 4_500_000_000n,
  });
});

test('a replacement follows a market that has risen further', () => {
  const previous = { maxFeePerGas: 4n * GWEI, maxPriorityFeePerGas: GWEI };
  expect(chooseFees({ baseFeePerGas: 20n * GWEI, tipPerGas: 3n * GWEI }, CAP, previous)).toEqual({
    maxFeePerGas: 43n * GWEI,
    maxPriorityFeePerGas: 3n * GWEI,
  });
});

test('a replacement above the limit is refused with a message', () => {
  const previous = { maxFeePerGas: 90n * GWEI, maxPriorityFeePerGas: GWEI };
  expect(() => chooseFees({ baseFeePerGas: GWEI, tipPerGas: GWEI }, CAP, previous)).toThrow(
    'Outbidding the previous attempt takes 101.3 gwei per gas, and the limit is 100.0',
  );
});

test('the gas limit is a fifth above the estimate, and never below what such a transfer costs anywhere', () => {
  expect(gasLimitFor(100_001n)).toBe(120_002n);
  expect(gasLimitFor(0n)).toBe(22_440n);
  expect(() => gasLimitFor(5_000_001n)).toThrow('estimates 5000001 gas');
});
