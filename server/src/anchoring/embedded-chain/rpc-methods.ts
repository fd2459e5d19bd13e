/** The JSON-RPC methods of the embedded chain: those that anchoring and the usual tools need. */

import { type AddressHex, addressHex } from '../evm/address.ts';
import { encodeData, encodeQuantity, parseCount, parseData, parseHash } from '../evm/quantity.ts';
import { blockJson, minedTransactionJson, receiptJson, tipOf, waitingTransactionJson } from './json.ts';
import { headOf, type Ledger } from './ledger.ts';
import type { ChainAccount } from './record.ts';
import { blockNumber, headerNumber, type StoredBlock } from './record.ts';
import { invalidParams, refuse, unknownMethod } from './refusal.ts';
import { baseFeeAfter, EMBEDDED_CHAIN_ID, transferGas } from './rules.ts';
import type { TransactionPool } from './transaction-pool.ts';

type ChainParts = {
  ledger: Ledger;
  pool: TransactionPool;
  /**
   * Sends a transaction. Resolves with its hash once it is mined, or once it waits for an earlier nonce or a lower
   * fee.
   */
  send: (raw: Uint8Array) => Promise<Uint8Array>;
};

type Params = readonly unknown[];
type Method = (parts: ChainParts, params: Params) => unknown;

/** The tip that is suggested for the next block. Any amount would do, because nobody competes for a place. */
const TIP_WEI = 1_000_000_000n;
/** The limit for a transaction. An anchor is far smaller: it has 36 bytes of calldata. */
const MAX_TRANSACTION_BYTES = 16 * 1024;
const MAX_FEE_HISTORY = 1024;

const METHODS: Record<string, Method> = {
  eth_chainId: () => encodeQuantity(EMBEDDED_CHAIN_ID),
  net_version: () => String(EMBEDDED_CHAIN_ID),
  web3_clientVersion: () => 'sello-embedded/1',
  eth_blockNumber: ({ ledger }) => encodeQuantity(headerNumber(headOf(ledger), 'number')),
  eth_maxPriorityFeePerGas: () => encodeQuantity(TIP_WEI),
  eth_gasPrice: ({ ledger }) => encodeQuantity(baseFeeAfter(headOf(ledger)) + TIP_WEI),
  eth_feeHistory: feeHistory,
  eth_estimateGas: (_, [call]) => estimateGas(call),
  eth_sendRawTransaction: sendRawTransaction,

  async eth_getBlockByNumber(parts, [tag, isFull]) {
    const block = await blockAtTag(parts, tag);
    return block === undefined ? null : blockJson(block, isFull === true);
  },
  async eth_getBlockByHash({ ledger }, [hash, isFull]) {
    const block = await ledger.blockByHash(asHash(hash));
    return block === undefined ? null : blockJson(block, isFull === true);
  },
  async eth_getTransactionByHash({ ledger, pool }, [hash]) {
    const wanted = asHash(hash);
    const mined = await ledger.transactionByHash(wanted);
    if (mined !== undefined) return minedTransactionJson(mined.block, mined.index);
    const waiting = pool.find(Buffer.from(wanted).toString('hex'));
    if (waiting === undefined) return null;
    return waitingTransactionJson(waiting.raw, Buffer.from(waiting.sender.slice(2), 'hex'));
  },
  async eth_getTransactionReceipt({ ledger }, [hash]) {
    const mined = await ledger.transactionByHash(asHash(hash));
    return mined === undefined ? null : receiptJson(mined.block, mined.index);
  },
  async eth_getTransactionCount(parts, [address, tag]) {
    const account = addressHex(asAddress(address));
    if (tag === 'pending') return encodeQuantity(parts.pool.nextNonce(account, parts.ledger.accounts));
    return encodeQuantity((await accountAtTag(parts, account, tag))?.nonce ?? 0n);
  },
  async eth_getBalance(parts, [address, tag]) {
    return encodeQuantity((await accountAtTag(parts, addressHex(asAddress(address)), tag))?.balance ?? 0n);
  },
};

export async function answerRpc(parts: ChainParts, method: string, params: Params): Promise<unknown> {
  const answer = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (answer === undefined) throw unknownMethod(method);
  return answer(parts, params);
}

async function sendRawTransaction({ send }: ChainParts, [raw]: Params): Promise<string> {
  const bytes = parseData(raw);
  if (bytes === undefined) throw invalidParams('a raw transaction is hexadecimal data');
  if (bytes.length > MAX_TRANSACTION_BYTES) throw refuse('oversized data');
  return encodeData(await send(bytes));
}

/**
 * The block at a tag. `finalized` and `safe` are the latest block, because it is on disk and nobody else makes
 * blocks.
 */
async function blockAtTag({ ledger }: ChainParts, tag: unknown): Promise<StoredBlock | undefined> {
  if (tag === 'earliest') return ledger.blockAt(0);
  if (tag === undefined || ['latest', 'pending', 'safe', 'finalized'].includes(String(tag)))
    return headOf(ledger);
  const number = parseCount(tag);
  if (number === undefined) throw invalidParams('a block is named by its number or a tag');
  return ledger.blockAt(number);
}

/**
 * The state of an account at a tag. Each block stores the accounts that it touched, so the last such block up to the
 * tag has the answer.
 */
async function accountAtTag(
  parts: ChainParts,
  address: AddressHex,
  tag: unknown,
): Promise<ChainAccount | undefined> {
  const { ledger } = parts;
  let block = await blockAtTag(parts, tag);
  if (block === undefined) throw refuse('header not found');
  if (blockNumber(block) === blockNumber(headOf(ledger))) return ledger.accounts.get(address);
  while (block !== undefined) {
    const left = block.accounts.find((touched) => touched.address === address);
    if (left !== undefined) return left.account;
    block = await ledger.blockAt(blockNumber(block) - 1);
  }
  return undefined;
}

function estimateGas(call: unknown): string {
  const { to, data, input } = (typeof call === 'object' && call !== null ? call : {}) as Record<
    string,
    unknown
  >;
  const calldata = parseData(input ?? data ?? '0x');
  if (parseData(to, 20) === undefined || calldata === undefined) {
    throw invalidParams('this chain takes transfers to an address only');
  }
  return encodeQuantity(transferGas(calldata));
}

async function feeHistory(parts: ChainParts, [count, tag, percentiles]: Params) {
  const newest = await blockAtTag(parts, tag);
  const wanted = parseCount(typeof count === 'number' ? encodeQuantity(count) : count);
  if (newest === undefined || wanted === undefined) throw invalidParams('no such blocks');
  const last = blockNumber(newest);
  const first = Math.max(0, last - Math.min(wanted, MAX_FEE_HISTORY) + 1);
  const blocks: StoredBlock[] = [];
  for (let number = first; number <= last; number += 1) {
    const block = await parts.ledger.blockAt(number);
    if (block !== undefined) blocks.push(block);
  }
  const baseFees = blocks.map((block) => headerNumber(block, 'baseFeePerGas'));
  return {
    oldestBlock: encodeQuantity(first),
    baseFeePerGas: [...baseFees, baseFeeAfter(newest)].map(encodeQuantity),
    gasUsedRatio: blocks.map(
      (block) => Number(headerNumber(block, 'gasUsed')) / Number(headerNumber(block, 'gasLimit')),
    ),
    ...(Array.isArray(percentiles) && { reward: blocks.map((block) => tipsAt(block, percentiles)) }),
  };
}

/**
 * The tips at these percentiles. Transfers use about the same gas, so a percentile of the gas is about the same
 * percentile of the list.
 */
function tipsAt(block: StoredBlock, percentiles: readonly unknown[]): string[] {
  const tips = block.transactions.map((_, index) => tipOf(block, index)).sort((a, b) => Number(a - b));
  return percentiles.map((percentile) => {
    const at = Math.floor((Math.min(Math.max(Number(percentile) || 0, 0), 100) / 100) * (tips.length - 1));
    return encodeQuantity(tips[at] ?? 0n);
  });
}

function asHash(value: unknown): Uint8Array {
  const hash = parseHash(value);
  if (hash === undefined) throw invalidParams('a hash has 32 bytes');
  return hash;
}

function asAddress(value: unknown): Uint8Array {
  const address = parseData(value, 20);
  if (address === undefined) throw invalidParams('an address has 20 bytes');
  return address;
}
