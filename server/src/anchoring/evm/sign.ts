/**
 * Encodes and signs an anchor's transaction (EIP-1559). The module for the curve is imported for the first signature,
 * so that start-up does not wait for it.
 */

import { concatBytes, encodeNumber, encodeRlp, type RlpItem } from '@sello/proof';
import type { TransactionFees } from '../chain-driver.ts';
import { keccak } from './address.ts';

export type AnchorTransaction = TransactionFees & {
  chainId: number;
  nonce: number;
  gasLimit: bigint;
  /** The receiver, which is our own address; the value is zero. */
  to: Uint8Array;
  calldata: Uint8Array;
};

const TYPE = Uint8Array.of(2);

/**
 * Signs a transaction. Signatures are deterministic (RFC 6979), so a transaction that was signed before a crash gets
 * the same bytes and is recognised.
 */
export async function signTransaction(
  transaction: AnchorTransaction,
  privateKey: Uint8Array,
): Promise<Uint8Array> {
  const { secp256k1 } = await import('@noble/curves/secp256k1.js');
  const fields = fieldsOf(transaction);
  const digest = keccak(concatBytes(TYPE, encodeRlp(fields)));
  const signature = secp256k1.sign(digest, privateKey, {
    prehash: false,
    lowS: true,
    extraEntropy: false,
    format: 'recovered',
  });
  const { r, s, recovery } = secp256k1.Signature.fromBytes(signature, 'recovered');
  const signed = [...fields, encodeNumber(recovery ?? 0), encodeNumber(r), encodeNumber(s)];
  return concatBytes(TYPE, encodeRlp(signed));
}

function fieldsOf(transaction: AnchorTransaction): RlpItem[] {
  const { chainId, nonce, maxPriorityFeePerGas, maxFeePerGas, gasLimit, to, calldata } = transaction;
  return [
    ...[encodeNumber(chainId), encodeNumber(nonce)],
    ...[encodeNumber(maxPriorityFeePerGas), encodeNumber(maxFeePerGas), encodeNumber(gasLimit)],
    ...[to, encodeNumber(0), calldata],
    [],
  ];
}
