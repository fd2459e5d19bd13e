/** Transactions that wait for a block: which are admitted, which replace another, which can be mined now. */

import type { AddressHex } from '../evm/address.ts';
import type { Accounts } from './engine.ts';
import { refuse } from './refusal.ts';
import { GAS_LIMIT } from './rules.ts';
import type { SignedTransfer } from './transfer.ts';

export type TransactionPool = {
  /** Adds a transaction, or throws an error in the words of geth, which clients of Ethereum chains know. */
  add(transfer: SignedTransfer, accounts: Accounts): void;
  find(hashHex: string): SignedTransfer | undefined;
  /** The transactions that a block with this base fee would contain, in this order. */
  ready(accounts: Accounts, baseFeePerGas: bigint): SignedTransfer[];
  remove(transfer: SignedTransfer): void;
  /** Drops transactions whose nonce has been used. */
  forgetUsed(accounts: Accounts): void;
  /** The first nonce of a sender that neither a block nor a waiting transaction uses. */
  nextNonce(sender: AddressHex, accounts: Accounts): bigint;
};

/**
 * The most transactions that wait. Blocks are made at once, so a transaction waits only for a missing nonce or for a
 * lower base fee.
 */
const MAX_WAITING = 64;

export function makeTransactionPool(): TransactionPool {
  const bySender = new Map<AddressHex, Map<bigint, SignedTransfer>>();
  const byHash = new Map<string, SignedTransfer>();
  const waitingOf = (sender: AddressHex) => bySender.get(sender) ?? new Map<bigint, SignedTransfer>();

  const remove = (transfer: SignedTransfer) => {
    byHash.delete(keyOf(transfer));
    const waiting = waitingOf(transfer.sender);
    if (waiting.get(transfer.nonce) === transfer) waiting.delete(transfer.nonce);
    if (waiting.size === 0) bySender.delete(transfer.sender);
  };
  return {
    remove,
    add(transfer, accounts) {
      if (byHash.has(keyOf(transfer))) throw refuse('already known');
      assertAffordable(transfer, accounts);
      const waiting = waitingOf(transfer.sender);
      const replaced = waiting.get(transfer.nonce);
      if (replaced !== undefined) assertOutbids(transfer, replaced);
      else if (byHash.size >= MAX_WAITING) throw refuse('txpool is full');
      if (replaced !== undefined) byHash.delete(keyOf(replaced));
      byHash.set(keyOf(transfer), transfer);
      bySender.set(transfer.sender, waiting.set(transfer.nonce, transfer));
    },
    find: (hashHex) => byHash.get(hashHex),
    ready(accounts, baseFeePerGas) {
      const ready: SignedTransfer[] = [];
      let gasLeft = GAS_LIMIT;
      for (const [sender, waiting] of bySender) {
        const { nonce, balance } = accounts.get(sender) ?? { nonce: 0n, balance: 0n };
        let balanceLeft = balance;
        for (let next = waiting.get(nonce); next !== undefined; next = waiting.get(next.nonce + 1n)) {
          const canPay = costOf(next) <= balanceLeft && next.maxFeePerGas >= baseFeePerGas;
          if (!canPay || next.gasLimit > gasLeft) break;
          gasLeft -= next.gasLimit;
          balanceLeft -= costOf(next);
          ready.push(next);
        }
      }
      return ready;
    },
    forgetUsed(accounts) {
      for (const transfer of byHash.values()) {
        if (transfer.nonce < (accounts.get(transfer.sender)?.nonce ?? 0n)) remove(transfer);
      }
    },
    nextNonce(sender, accounts) {
      let nonce = accounts.get(sender)?.nonce ?? 0n;
      while (waitingOf(sender).has(nonce)) nonce += 1n;
      return nonce;
    },
  };
}

function assertAffordable(transfer: SignedTransfer, accounts: Accounts): void {
  const { sender, nonce, gasLimit, leastGas } = transfer;
  const account = accounts.get(sender) ?? { nonce: 0n, balance: 0n };
  if (nonce < account.nonce) {
    throw refuse(`nonce too low: address ${sender}, tx: ${nonce} state: ${account.nonce}`);
  }
  if (gasLimit > GAS_LIMIT) throw refuse('exceeds block gas limit');
  if (gasLimit < leastGas) {
    throw refuse(`intrinsic gas too low: gas ${gasLimit}, minimum needed ${leastGas}`);
  }
  const cost = costOf(transfer);
  if (cost > account.balance) {
    throw refuse(
      `insufficient funds for gas * price + value: address ${sender} have ${account.balance} want ${cost}`,
    );
  }
}

/**
 * Throws unless the transfer outbids the one that it replaces. This is geth's rule: both fees must rise by a tenth,
 * and must rise even from zero.
 */
function assertOutbids(transfer: SignedTransfer, replaced: SignedTransfer): void {
  const outbids = (fee: bigint, before: bigint) => fee > before && fee * 100n >= before * 110n;
  if (
    !outbids(transfer.maxFeePerGas, replaced.maxFeePerGas) ||
    !outbids(transfer.maxPriorityFeePerGas, replaced.maxPriorityFeePerGas)
  ) {
    throw refuse('replacement transaction underpriced');
  }
}

function costOf({ gasLimit, maxFeePerGas, value }: SignedTransfer): bigint {
  return gasLimit * maxFeePerGas + value;
}

function keyOf({ hash }: SignedTransfer): string {
  return Buffer.from(hash).toString('hex');
}
