/**
 * Chooses the fees of an anchor: enough for the next blocks, more than the previous attempt, and never above the
 * limit.
 */

import type { TransactionFees } from '../chain-driver.ts';
import { ChainFailure } from '../chain-failure.ts';

export type FeeMarket = { baseFeePerGas: bigint; tipPerGas: bigint };

/** The least gas of an anchor: 21,000 and the floor of EIP-7623 for 36 non-zero bytes. A lower estimate is wrong. */
const LEAST_GAS = 22_440n;
/**
 * The highest estimate of gas that is believed. Chains that also charge for the data of another chain estimate far more
 * than 22,440.
 */
const MOST_GAS = 5_000_000n;

export function chooseFees(
  { baseFeePerGas, tipPerGas }: FeeMarket,
  maxFeePerGasWei: bigint,
  previous: TransactionFees | undefined,
): TransactionFees {
  const least = previous === undefined ? undefined : bumpFees(previous);
  const tip = larger(tipPerGas, least?.maxPriorityFeePerGas ?? 0n);
  const needed = larger(baseFeePerGas + tip, least?.maxFeePerGas ?? 0n);
  if (needed > maxFeePerGasWei) {
    const what = previous === undefined ? 'The chain asks for' : 'Outbidding the previous attempt takes';
    throw new ChainFailure(
      'fee_cap',
      `${what} ${gwei(needed)} gwei per gas, and the limit is ${gwei(maxFeePerGasWei)}`,
    );
  }
  // Twice the base fee is enough even after six full blocks in a row. The unused part is not paid.
  const comfortable = larger(2n * baseFeePerGas + tip, needed);
  return {
    maxFeePerGas: comfortable < maxFeePerGasWei ? comfortable : maxFeePerGasWei,
    maxPriorityFeePerGas: tip,
  };
}

/**
 * The fees for replacing a transaction. Pools demand from 10 % (geth) to 12.5 % more on both fees, and an increase
 * even from zero.
 */
export function bumpFees(fees: TransactionFees): TransactionFees {
  return {
    maxFeePerGas: bump(fees.maxFeePerGas),
    maxPriorityFeePerGas: bump(fees.maxPriorityFeePerGas),
  };
}

export function gasLimitFor(estimate: bigint): bigint {
  if (estimate > MOST_GAS) {
    throw new ChainFailure('garbage', `the node estimates ${estimate} gas for a transfer`);
  }
  const withMargin = (estimate * 12n + 9n) / 10n;
  return larger(withMargin, LEAST_GAS);
}

function bump(fee: bigint): bigint {
  return larger((fee * 9n + 7n) / 8n, fee + 1n);
}

function larger(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function gwei(wei: bigint): string {
  return (Number(wei) / 1e9).toPrecision(4);
}
