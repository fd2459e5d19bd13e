/**
 * The driver's requests to a node. Answers are parsed strictly: each becomes a typed value or a `garbage` failure.
 */

import { equalBytes } from '@sello/proof';
import { ChainFailure } from '../chain-failure.ts';
import { keccak } from './address.ts';
import type { FeeMarket } from './fees.ts';
import { encodeData, encodeQuantity, parseCount, parseHash, parseQuantity } from './quantity.ts';
import type { ChainRpc } from './rpc.ts';

export type BlockSummary = {
  number: number;
  hash: Uint8Array;
  timeSeconds: number;
  transactionHashes: readonly Uint8Array[];
};

type Receipt = { blockNumber: number; blockHash: Uint8Array; txIndex: number };

export type EvmNode = {
  /** Rejects with `wrong_chain` unless the node serves our chain. */
  assertChain(): Promise<void>;
  block(at: number | 'latest' | 'finalized'): Promise<BlockSummary | undefined>;
  /** The whole block as the node sent it, for the proof library to check. */
  fullBlock(hash: Uint8Array): Promise<unknown>;
  /** The header's fields of the block with this number, as the node sent them; null if there is none. */
  headerAt(number: number): Promise<unknown>;
  /** The whole block with this number; null if there is none. */
  fullBlockAt(number: number): Promise<unknown>;
  minedCount(address: string, at: number | 'latest' | 'finalized'): Promise<number>;
  balance(address: string): Promise<bigint>;
  estimateGas(address: string, calldata: Uint8Array): Promise<bigint>;
  feeMarket(): Promise<FeeMarket>;
  receipt(txHash: Uint8Array): Promise<Receipt | undefined>;
  knowsTransaction(txHash: Uint8Array): Promise<boolean>;
  send(raw: Uint8Array): Promise<void>;
};

const DEFAULT_TIP_WEI = 1_000_000_000n;

export function makeEvmNode(rpc: ChainRpc, chainId: number): EvmNode {
  const ask = <T>(method: string, params: readonly unknown[], parse: Parse<T>) =>
    askStrictly(rpc, method, params, parse);
  return {
    async assertChain() {
      const found = await ask('eth_chainId', [], parseQuantity);
      if (found === BigInt(chainId)) return;
      throw new ChainFailure('wrong_chain', `the node serves chain ${found}, not ${chainId}`);
    },

    async block(at) {
      const block = await ask('eth_getBlockByNumber', [blockTag(at), false], orNull(parseBlock));
      if (typeof at === 'number' && block !== null && block.number !== at) {
        throw garbage(`it gave block ${block.number} for block ${at}`);
      }
      return block ?? undefined;
    },

    fullBlock: (hash) => rpc.request('eth_getBlockByHash', [encodeData(hash), true]),

    headerAt: (number) => rpc.request('eth_getBlockByNumber', [encodeQuantity(number), false]),

    fullBlockAt: (number) => rpc.request('eth_getBlockByNumber', [encodeQuantity(number), true]),

    minedCount: (address, at) => ask('eth_getTransactionCount', [address, blockTag(at)], parseCount),

    balance: (address) => ask('eth_getBalance', [address, 'latest'], parseQuantity),

    estimateGas: (address, calldata) =>
      ask(
        'eth_estimateGas',
        [{ from: address, to: address, value: '0x0', data: encodeData(calldata) }],
        parseQuantity,
      ),

    async feeMarket() {
      const history = await ask('eth_feeHistory', ['0x5', 'latest', [50]], parseFeeHistory);
      const tipPerGas = await suggestedTip(rpc, history.tips);
      return { baseFeePerGas: history.nextBaseFee, tipPerGas };
    },

    async receipt(txHash) {
      const receipt = await ask('eth_getTransactionReceipt', [encodeData(txHash)], orNull(parseReceipt));
      if (receipt === null) return undefined;
      if (!equalBytes(receipt.txHash, txHash)) throw garbage('it gave the receipt of another transaction');
      return receipt;
    },

    async knowsTransaction(txHash) {
      const found = await ask('eth_getTransactionByHash', [encodeData(txHash)], orNull(parseHashMember));
      if (found !== null && !equalBytes(found, txHash)) throw garbage('it gave another transaction');
      return found !== null;
    },

    async send(raw) {
      const hash = await ask('eth_sendRawTransaction', [encodeData(raw)], parseHash);
      if (!equalBytes(hash, keccak(raw))) throw garbage('it answered with the hash of another transaction');
    },
  };
}

type Parse<T> = (answer: unknown) => T | undefined;

async function askStrictly<T>(
  rpc: ChainRpc,
  method: string,
  params: readonly unknown[],
  parse: Parse<T>,
): Promise<T> {
  const value = parse(await rpc.request(method, params));
  if (value === undefined) throw garbage(`its answer to ${method} does not have the right form`);
  return value;
}

function blockTag(at: number | 'latest' | 'finalized'): string {
  return typeof at === 'number' ? encodeQuantity(at) : at;
}

/** The tip that the node suggests. Not every node knows the method; then the median of recent tips is used. */
async function suggestedTip(rpc: ChainRpc, paidLately: readonly bigint[]): Promise<bigint> {
  try {
    const suggested = parseQuantity(await rpc.request('eth_maxPriorityFeePerGas', []));
    if (suggested !== undefined) return suggested;
  } catch (error) {
    if (!(error instanceof ChainFailure) || error.code !== 'rpc_error') throw error;
  }
  const sorted = [...paidLately].sort((a, b) => (a < b ? -1 : 1));
  return sorted[Math.floor(sorted.length / 2)] ?? DEFAULT_TIP_WEI;
}

function parseFeeHistory(answer: unknown): { nextBaseFee: bigint; tips: bigint[] } | undefined {
  const { baseFeePerGas, reward } = asObject(answer);
  const nextBaseFee = Array.isArray(baseFeePerGas) ? parseQuantity(baseFeePerGas.at(-1)) : undefined;
  if (nextBaseFee === undefined) return undefined;
  const tips = (Array.isArray(reward) ? reward.flat() : []).map(parseQuantity);
  return { nextBaseFee, tips: tips.filter((tip) => tip !== undefined) };
}

function parseBlock(answer: unknown): BlockSummary | undefined {
  const { number, hash, timestamp, transactions } = asObject(answer);
  const parsed = { number: parseCount(number), hash: parseHash(hash), timeSeconds: parseCount(timestamp) };
  if (parsed.number === undefined || parsed.hash === undefined || parsed.timeSeconds === undefined) {
    return undefined;
  }
  const hashes = Array.isArray(transactions) ? transactions.map(parseHash) : [undefined];
  if (!hashes.every((one) => one !== undefined)) return undefined;
  return {
    number: parsed.number,
    hash: parsed.hash,
    timeSeconds: parsed.timeSeconds,
    transactionHashes: hashes,
  };
}

function parseReceipt(answer: unknown): (Receipt & { txHash: Uint8Array }) | undefined {
  const { transactionHash, blockHash, blockNumber, transactionIndex } = asObject(answer);
  const [txHash, hash] = [parseHash(transactionHash), parseHash(blockHash)];
  const [number, txIndex] = [parseCount(blockNumber), parseCount(transactionIndex)];
  if (txHash === undefined || hash === undefined || number === undefined || txIndex === undefined) {
    return undefined;
  }
  return { txHash, blockHash: hash, blockNumber: number, txIndex };
}

function parseHashMember(answer: unknown): Uint8Array | undefined {
  return parseHash(asObject(answer).hash);
}

function orNull<T>(parse: (answer: unknown) => T | undefined): (answer: unknown) => T | null | undefined {
  return (answer) => (answer === null ? null : parse(answer));
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function garbage(message: string): ChainFailure {
  return new ChainFailure('garbage', `The node cannot be right: ${message}`);
}
