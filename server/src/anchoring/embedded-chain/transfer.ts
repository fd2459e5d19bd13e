import type { FeeMarket1559Tx } from '@ethereumjs/tx';
import type { AddressHex } from '../evm/address.ts';

/** A transfer with a valid signature by `sender`. */
export type SignedTransfer = {
  hash: Uint8Array;
  raw: Uint8Array;
  sender: AddressHex;
  to: AddressHex;
  nonce: bigint;
  value: bigint;
  gasLimit: bigint;
  leastGas: bigint;
  maxFeePerGas: bigint;
  maxPriorityFeePerGas: bigint;
  executable: FeeMarket1559Tx;
};

/** A transfer that cannot be included in the block after all. */
export class UnminableTransfer extends Error {
  readonly transfer: SignedTransfer;

  constructor(transfer: SignedTransfer, cause: unknown) {
    super(`The transaction with nonce ${transfer.nonce} of ${transfer.sender} cannot be executed`, { cause });
    this.name = 'UnminableTransfer';
    this.transfer = transfer;
  }
}
