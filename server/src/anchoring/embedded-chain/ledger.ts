/**
 * Keeps the embedded chain's blocks and accounts: blocks are on disk, are found by number and by hash, and each names
 * its parent's hash.
 */

import { equalBytes } from '@sello/proof';
import type { Logger } from '../../kernel/logger.ts';
import { type AddressHex, keccak } from '../evm/address.ts';
import { type BlockFile, openBlockFile } from './file.ts';
import { makeHashIndex } from './index-of-blocks.ts';
import type { ChainAccount } from './record.ts';
import {
  blockNumber,
  decodeStoredBlock,
  encodeStoredBlock,
  headerBytes,
  type StoredBlock,
} from './record.ts';

export type Ledger = {
  /** Undefined until the first block, the genesis, is added. */
  head(): StoredBlock | undefined;
  /** Every account that exists after the latest block. */
  accounts: ReadonlyMap<AddressHex, ChainAccount>;
  /** Adds a block. Resolves once it would survive a crash; it is not visible before. */
  append(block: StoredBlock): Promise<void>;
  blockAt(number: number): Promise<StoredBlock | undefined>;
  blockByHash(hash: Uint8Array): Promise<StoredBlock | undefined>;
  transactionByHash(hash: Uint8Array): Promise<{ block: StoredBlock; index: number } | undefined>;
  close(): Promise<void>;
};

export async function openLedger(path: string, logger: Logger): Promise<Ledger> {
  const offsets: number[] = [];
  const blockHashes = makeHashIndex();
  const transactionHashes = makeHashIndex();
  const accounts = new Map<AddressHex, ChainAccount>();
  let head: StoredBlock | undefined;

  const take = (block: StoredBlock, offset: number) => {
    assertFollows(block, head);
    const number = offsets.push(offset) - 1;
    blockHashes.add(block.hash, number);
    for (const raw of block.transactions) transactionHashes.add(keccak(raw), number);
    for (const { address, account } of block.accounts) {
      const isEmpty = account.nonce === 0n && account.balance === 0n;
      if (isEmpty) accounts.delete(address);
      else accounts.set(address, account);
    }
    head = block;
  };
  const file: BlockFile = await openBlockFile(
    path,
    // The checksum is right. So if a block does not follow the one before it, we have a bug or somebody edited the
    // file.
    ({ payload, offset }) => take(decodeStoredBlock(payload), offset),
    logger,
  );
  const blockAt = async (number: number) => {
    const offset = offsets[number];
    return offset === undefined ? undefined : decodeStoredBlock(await file.read(offset));
  };
  return {
    head: () => head,
    accounts,
    async append(block) {
      assertFollows(block, head);
      take(block, await file.append(encodeStoredBlock(block)));
    },
    blockAt,
    async blockByHash(hash) {
      for (const number of blockHashes.find(hash)) {
        const block = await blockAt(number);
        if (block !== undefined && equalBytes(block.hash, hash)) return block;
      }
      return undefined;
    },
    async transactionByHash(hash) {
      for (const number of transactionHashes.find(hash)) {
        const block = await blockAt(number);
        const index = block?.transactions.findIndex((raw) => equalBytes(keccak(raw), hash)) ?? -1;
        if (block !== undefined && index >= 0) return { block, index };
      }
      return undefined;
    },
    close: () => file.close(),
  };
}

/** The latest block; throws before the genesis. */
export function headOf(ledger: Ledger): StoredBlock {
  const head = ledger.head();
  if (head === undefined) throw new Error('The chain has no first block yet');
  return head;
}

function assertFollows(block: StoredBlock, head: StoredBlock | undefined): void {
  const number = blockNumber(block);
  const isNext = number === (head === undefined ? 0 : blockNumber(head) + 1);
  const isLinked = head === undefined || equalBytes(headerBytes(block, 'parentHash'), head.hash);
  if (!isNext || !isLinked) throw new Error(`Block ${number} of the chain does not follow the one before it`);
}
