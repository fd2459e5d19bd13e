/** Anchors on any EVM chain over plain JSON-RPC: the embedded one, a permissioned one, a public one. */

import { encodeCommitment, encodeHex, equalBytes, parseHex } from '@sello/proof';
import type { Clock } from '../../kernel/clock.ts';
import type {
  ChainDriver,
  ChainFinality,
  ChainTrust,
  PlannedTransaction,
  Sighting,
  TransactionFees,
} from '../chain-driver.ts';
import { ChainFailure } from '../chain-failure.ts';
import { type AddressHex, addressOfKey, keccak } from './address.ts';
import { chooseFees, gasLimitFor } from './fees.ts';
import { findSent } from './find-sent.ts';
import { checkHealth } from './health.ts';
import { type BlockSummary, type EvmNode, makeEvmNode } from './node.ts';
import { proveMined } from './prove.ts';
import { readBlock } from './read-block.ts';
import { openChainRpc } from './rpc.ts';
import { signTransaction } from './sign.ts';
import { submitWith } from './submit.ts';

export type EvmChainConfig = {
  rpcUrl: string;
  chainId: number;
  privateKey: Uint8Array;
  finality: ChainFinality;
  /** The most that an anchor ever offers per unit of gas. */
  maxFeePerGasWei: bigint;
  trust: ChainTrust;
  timeoutMs?: number;
};

const DEFAULT_TIMEOUT_MS = 10_000;
/** How far nodes behind the same address may lag before a missing block counts as gone. */
const LAG_MS = 60_000;

/** Makes the driver. It sends no request yet, so that a chain that is down does not prevent the start. */
export function connectEvmChain(config: EvmChainConfig, { now }: { now: Clock }): ChainDriver {
  const { chainId, privateKey, finality, trust } = config;
  const rpc = openChainRpc({ url: config.rpcUrl, timeoutMs: config.timeoutMs ?? DEFAULT_TIMEOUT_MS });
  const node = makeEvmNode(rpc, chainId);
  const address = addressOfKey(privateKey);
  const missing = trackMissing(trust === 'operator' ? 0 : LAG_MS, now);
  /** Checks that the node serves our chain, and only then asks. */
  const onChain = async <T>(ask: () => Promise<T>): Promise<T> => {
    await node.assertChain();
    return ask();
  };
  return {
    network: `eip155:${chainId}`,
    trust,
    finality,
    address,
    health: () => checkHealth({ node, address, trust, finality, now }),
    headNumber: () => onChain(async () => (await latestBlock(node)).number),
    nextNonce: () => onChain(() => node.minedCount(address, 'latest')),
    settledNonce: () => onChain(() => settledNonce(node, address, finality)),
    async plan(root, nonce, previousFees) {
      const calldata = encodeCommitment(root);
      return onChain(() => plan(node, { ...config, address }, calldata, nonce, previousFees));
    },
    submit: (raw) => onChain(() => submitWith(() => node.send(raw))),
    look: (txHashes) => onChain(() => lookFor(node, txHashes)),
    finalNumber: () => onChain(() => lastFinalNumber(node, finality)),
    blockAt: (blockNumber) => onChain(() => readBlock(node, blockNumber)),
    isFinal: (blockNumber, blockHash) =>
      onChain(() => isFinal(node, finality, missing, blockNumber, blockHash)),
    prove: (mined) => onChain(() => proveMined(node, mined)),
    sent: (nonces) => onChain(async () => findSent(node, address, (await latestBlock(node)).number, nonces)),
    close: () => rpc.close(),
  };
}

async function settledNonce(node: EvmNode, address: AddressHex, finality: ChainFinality): Promise<number> {
  const lastFinal = 'tag' in finality ? finality.tag : await lastFinalNumber(node, finality);
  return typeof lastFinal === 'number' && lastFinal < 0 ? 0 : node.minedCount(address, lastFinal);
}

/** Signs a transaction from our account to itself that carries the root. */
async function plan(
  node: EvmNode,
  { chainId, privateKey, maxFeePerGasWei, address }: EvmChainConfig & { address: AddressHex },
  calldata: Uint8Array,
  nonce: number,
  previousFees: TransactionFees | undefined,
): Promise<PlannedTransaction> {
  const to = parseHex(address.slice(2)) ?? new Uint8Array(0);
  const gasLimit = gasLimitFor(await node.estimateGas(address, calldata));
  const fees = chooseFees(await node.feeMarket(), maxFeePerGasWei, previousFees);
  const raw = await signTransaction({ chainId, nonce, gasLimit, to, calldata, ...fees }, privateKey);
  return { raw, txHash: keccak(raw), nonce, ...fees };
}

async function isFinal(
  node: EvmNode,
  finality: ChainFinality,
  missing: ReturnType<typeof trackMissing>,
  blockNumber: number,
  blockHash: Uint8Array,
): Promise<boolean | 'reorganised'> {
  // The number of the last final block is read before the block itself. In the other order, this block could be
  // replaced in between by a final one.
  const lastFinal = await lastFinalNumber(node, finality);
  const current = await node.block(blockNumber);
  if (current === undefined) return missing.isGone(blockHash) ? 'reorganised' : false;
  missing.forget(blockHash);
  return equalBytes(current.hash, blockHash) ? blockNumber <= lastFinal : 'reorganised';
}

/**
 * Looks for these transactions. One counts as mined only if a block of the chain lists it: a receipt alone may name a
 * block that was dropped.
 */
async function lookFor(node: EvmNode, txHashes: readonly Uint8Array[]): Promise<Sighting> {
  let isSeen = false;
  for (const txHash of txHashes) {
    const receipt = await node.receipt(txHash);
    if (receipt === undefined) continue;
    isSeen = true;
    const { blockNumber, blockHash, txIndex } = receipt;
    const block = await node.block(blockNumber);
    const listed = block?.transactionHashes[txIndex];
    const isOnChain =
      block !== undefined &&
      equalBytes(block.hash, blockHash) &&
      listed !== undefined &&
      equalBytes(listed, txHash);
    if (!isOnChain) continue;
    const blockTime = new Date(block.timeSeconds * 1000);
    return { state: 'mined', txHash, blockNumber, blockHash, blockTime, txIndex };
  }
  for (const txHash of isSeen ? [] : txHashes) isSeen ||= await node.knowsTransaction(txHash);
  return { state: isSeen ? 'pending' : 'unknown' };
}

async function lastFinalNumber(node: EvmNode, finality: ChainFinality): Promise<number> {
  if ('tag' in finality) return (await node.block(finality.tag))?.number ?? -1;
  return (await latestBlock(node)).number - finality.depth;
}

/**
 * Decides whether a missing block is gone. If the chain is shorter than our block's number, either the chain has
 * dropped the block, or this node lags behind the one that was asked before. Only waiting can show which. The embedded
 * chain has one node, which never lags.
 */
function trackMissing(toleranceMs: number, now: () => Date) {
  const missingSince = new Map<string, number>();
  return {
    isGone(blockHash: Uint8Array): boolean {
      const key = encodeHex(blockHash);
      const since = missingSince.get(key) ?? now().getTime();
      missingSince.set(key, since);
      const isGone = now().getTime() - since >= toleranceMs;
      if (isGone) missingSince.delete(key);
      return isGone;
    },
    forget: (blockHash: Uint8Array): void => void missingSince.delete(encodeHex(blockHash)),
  };
}

async function latestBlock(node: EvmNode): Promise<BlockSummary> {
  const block = await node.block('latest');
  if (block === undefined) throw new ChainFailure('garbage', 'the node has no latest block');
  return block;
}
