/** The embedded chain's few rules that more than its engine must know. */

/** Large enough to be nobody else's; part of every transaction's signature, so it can never change. */
export const EMBEDDED_CHAIN_ID = 735_500_001;

export const GAS_LIMIT = 30_000_000n;

/** What a transfer with this calldata uses, before access lists (EIP-2028). */
export function transferGas(calldata: Uint8Array): bigint {
  let gas = 21_000n;
  for (const byte of calldata) gas += byte === 0 ? 4n : 16n;
  return gas;
}

/** EIP-1559: an eighth up or down by how far the block was from half full. */
export function nextBaseFee(parent: { gasUsed: bigint; gasLimit: bigint; baseFeePerGas: bigint }): bigint {
  const { gasUsed, gasLimit, baseFeePerGas } = parent;
  const target = gasLimit / 2n;
  if (gasUsed <= target) return baseFeePerGas - (baseFeePerGas * (target - gasUsed)) / target / 8n;
  const rise = (baseFeePerGas * (gasUsed - target)) / target / 8n;
  return baseFeePerGas + (rise > 1n ? rise : 1n);
}
