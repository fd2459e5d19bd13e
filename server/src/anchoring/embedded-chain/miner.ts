/** Makes the embedded chain's blocks, one after another, from the pool's ready transactions. */

import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AddressHex } from '../evm/address.ts';
import type { ChainEngine } from './engine.ts';
import { headOf, type Ledger } from './ledger.ts';
import { headerNumber } from './record.ts';
import { baseFeeAfter } from './rules.ts';
import type { TransactionPool } from './transaction-pool.ts';
import { UnminableTransfer } from './transfer.ts';

export type MinerParts = {
  ledger: Ledger;
  pool: TransactionPool;
  engine: () => Promise<ChainEngine>;
  /** The account that gets the tips. */
  operator: AddressHex;
};

type Miner = {
  /** Resolves once nothing is left that can be mined; rejects if a block could not be made or stored. */
  mine(): Promise<void>;
  /** Resolves once the block in progress, if any, is finished. */
  stop(): Promise<void>;
};

export function makeMiner(parts: MinerParts, { now, logger }: { now: Clock; logger: Logger }): Miner {
  let isStopped = false;
  let mined: Promise<void> = Promise.resolve();

  const mineAll = async () => {
    while (!isStopped && (await mineOne(parts, now(), logger)));
  };
  return {
    mine() {
      const next = mined.then(mineAll);
      mined = next.catch(() => {});
      return next;
    },
    stop() {
      isStopped = true;
      return mined;
    },
  };
}

/** Makes one block; false when there is nothing to mine. */
async function mineOne(parts: MinerParts, now: Date, logger: { logger: Logger }['logger']): Promise<boolean> {
  const { ledger, pool, operator } = parts;
  const parent = headOf(ledger);
  const transfers = pool.ready(ledger.accounts, baseFeeAfter(parent));
  if (transfers.length === 0) return false;
  // Every block must be later than the one before it, even if the clock was set back. With more than one block per
  // second, block times therefore run ahead of the clock.
  const earliest = headerNumber(parent, 'timestamp') + 1n;
  const clock = BigInt(Math.floor(now.getTime() / 1000));
  try {
    const { makeBlock } = await parts.engine();
    const time = clock > earliest ? clock : earliest;
    // Crash point: until `append` resolves, the block is not acknowledged, and after a crash senders send again.
    await ledger.append(await makeBlock(parent, ledger.accounts, transfers, time, operator));
    pool.forgetUsed(ledger.accounts);
  } catch (error) {
    // The pool admits only what can be executed. If it admits something else by mistake, that one transaction must not
    // block all others.
    if (!(error instanceof UnminableTransfer)) throw error;
    logger.error('chain.transaction_dropped', { error });
    pool.remove(error.transfer);
  }
  return true;
}
