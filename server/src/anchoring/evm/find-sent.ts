/**
 * Finds the transaction that an account sent with a nonce. No standard method does this, so its block is found from the
 * number of transactions that the account had sent up to each block. Only an archive node knows that number for old
 * blocks; otherwise the newest blocks are read one by one.
 */

import { encodeRpcTransaction, ProofError } from '@sello/proof';
import type { SentTransaction, UsedNonce } from '../chain-driver.ts';
import { ChainFailure } from '../chain-failure.ts';
import type { EvmNode } from './node.ts';
import { parseCount } from './quantity.ts';

type History = Pick<EvmNode, 'minedCount' | 'fullBlockAt'>;

/** How many of the newest blocks are read. On Ethereum that is about an hour, and some hundred megabytes. */
const READ_BLOCKS = 300;

export async function findSent(
  node: History,
  address: string,
  head: number,
  nonces: readonly UsedNonce[],
): Promise<(SentTransaction | { nonce: number; notFound: string })[]> {
  const found = new Map<number, SentTransaction>();
  const read = async (number: number) => {
    for (const sent of sentIn(await node.fullBlockAt(number), address, number)) found.set(sent.nonce, sent);
  };
  const counts = countsAfter(node, address);
  const missing = () => nonces.filter(({ nonce }) => !found.has(nonce));
  for (const wanted of nonces) {
    if (!found.has(wanted.nonce)) await read(await firstBlockPast(counts, wanted, head));
  }
  const oldest = Math.min(...missing().map(({ afterBlock }) => afterBlock));
  for (let number = head; number > head - READ_BLOCKS && number >= oldest; number -= 1) {
    if (missing().length === 0) break;
    await read(number);
  }
  const notFound = counts.refusal() ?? 'it is in none of the blocks that the node has';
  return nonces.map(({ nonce }) => found.get(nonce) ?? { nonce, notFound });
}

type Counts = {
  /** How many transactions the account had sent up to and including this block; undefined if the node does not know. */
  at(block: number): Promise<number | undefined>;
  /** Why the node could not answer, in its own words. */
  refusal(): string | undefined;
};

function countsAfter(node: History, address: string): Counts {
  const known = new Map<number, number | undefined>();
  let refusal: string | undefined;
  const ask = async (block: number) => {
    try {
      return await node.minedCount(address, block);
    } catch (error) {
      if (!(error instanceof ChainFailure) || error.code !== 'rpc_error') throw error;
      refusal ??= error.message;
      return undefined;
    }
  };
  return {
    async at(block) {
      if (!known.has(block)) known.set(block, await ask(block));
      return known.get(block);
    },
    refusal: () => refusal,
  };
}

/**
 * Finds the block that holds the nonce. If the node does not know the oldest states, it returns the first block for
 * which the node answers, which may be too late.
 */
async function firstBlockPast(
  counts: Counts,
  { nonce, afterBlock }: UsedNonce,
  head: number,
): Promise<number> {
  // The block with the previous nonce may contain this nonce too.
  let [low, high] = [afterBlock - 1, head];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    const count = await counts.at(middle);
    if (count !== undefined && count > nonce) high = middle;
    else low = middle;
  }
  return high;
}

function sentIn(block: unknown, address: string, blockNumber: number): SentTransaction[] {
  const { transactions, timestamp } = asObject(block);
  const seconds = parseCount(timestamp);
  if (!Array.isArray(transactions) || seconds === undefined) return [];
  return transactions.map(asObject).flatMap((transaction) => {
    const nonce = parseCount(transaction.nonce);
    if (nonce === undefined || String(transaction.from).toLowerCase() !== address) return [];
    return [{ nonce, blockNumber, blockTime: new Date(seconds * 1000), raw: rawOf(transaction) }];
  });
}

/** The bytes of a transaction, whose hash is then checked. */
function rawOf(transaction: unknown): Uint8Array | undefined {
  try {
    return encodeRpcTransaction(transaction);
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
