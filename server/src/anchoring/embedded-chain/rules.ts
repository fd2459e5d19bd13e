/** Rules of the embedded chain that are needed outside its engine too. */

import { headerNumber, type StoredBlock } from './record.ts';

/**
 * The id of the embedded chain, large enough that no other chain uses it. It is part of every transaction's
 * signature, so it can never change.
 */
export const EMBEDDED_CHAIN_ID = 735_500_001;

export const GAS_LIMIT = 30_000_000n;

/** The gas that a transfer with this calldata uses, before access lists (EIP-2028). */
export function transferGas(calldata: Uint8Array): bigint {
  let gas = 21_000n;
  for (const byte of calldata) gas += byte === 0 ? 4n : 16n;
  return gas;
}

/**
 * The base fee of the next block (EIP-1559). It rises or falls by up to an eighth, depending on how far from half full
 * this block was.
 */
export function baseFeeAfter(block: StoredBlock): bigint {
  const baseFee = headerNumber(block, 'baseFeePerGas');
  const gasUsed = headerNumber(block, 'gasUsed');
  const target = headerNumber(block, 'gasLimit') / 2n;
  if (gasUsed <= target) return baseFee - (baseFee * (target - gasUsed)) / target / 8n;
  const rise = (baseFee * (gasUsed - target)) / target / 8n;
  return baseFee + (rise > 1n ? rise : 1n);
}
