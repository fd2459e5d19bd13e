/**
 * Turns a mined transaction into evidence that does not depend on the node, or returns the reason why this chain
 * gives none.
 */

import {
  decodeBlockHeader,
  equalBytes,
  findProvenTransaction,
  ProofError,
  proveRpcTransaction,
  type RpcInclusion,
} from '@sello/proof';
import type { ChainProof, MinedTransaction } from '../chain-driver.ts';
import { ChainFailure } from '../chain-failure.ts';
import { keccak } from './address.ts';
import type { EvmNode } from './node.ts';

/**
 * Proves that the transaction is in its block. If that fails, either the chain has its own rules (QBFT leaves seals out
 * of the hash, Polygon lists a transaction that is not in the root), or the node made an error. One answer does not
 * show which, and with such a chain the proof stays weaker for good. So the node must give the same answer twice.
 */
export async function proveMined(node: EvmNode, mined: MinedTransaction): Promise<ChainProof> {
  const first = await askOnce(node, mined);
  if (first.proof.inclusion === 'mpt') return first.proof;
  const second = await askOnce(node, mined);
  if (second.proof.inclusion === 'mpt') return second.proof;
  if (first.answer !== second.answer) throw garbage('the node describes one block in two ways');
  return second.proof;
}

async function askOnce(
  node: EvmNode,
  mined: MinedTransaction,
): Promise<{ answer: string; proof: ChainProof }> {
  const block = await node.fullBlock(mined.blockHash);
  if (block === null)
    throw new ChainFailure('block_gone', `the node has no block ${mined.blockNumber} any more`);
  const found = readInclusion(block, mined.txHash);
  assertSameBlock(found, mined);
  return { answer: JSON.stringify(block), proof: toProof(found, mined) };
}

function readInclusion(block: unknown, txHash: Uint8Array): RpcInclusion {
  try {
    return proveRpcTransaction(block, txHash);
  } catch (error) {
    if (error instanceof ProofError) throw garbage(error.message);
    throw error;
  }
}

function assertSameBlock(found: RpcInclusion, mined: MinedTransaction): void {
  const isSame =
    equalBytes(found.blockHash, mined.blockHash) &&
    found.blockNumber === mined.blockNumber &&
    found.transactionIndex === mined.txIndex &&
    found.blockTimeSeconds * 1000 === mined.blockTime.getTime();
  if (!isSame) throw garbage('the node gave another block than the one that was asked for');
}

/**
 * Makes the proof and verifies it as a third party would. The proof is stored for ever, so even our own code is not
 * trusted.
 */
function toProof({ inclusion, transactionIndex }: RpcInclusion, mined: MinedTransaction): ChainProof {
  if (inclusion.type === 'none') return { inclusion: 'none', because: inclusion.reason };
  const { header: headerRlp, nodes } = inclusion;
  const { hash, transactionsRoot } = decodeBlockHeader(headerRlp);
  const rawTransaction = findProvenTransaction(transactionsRoot, transactionIndex, nodes);
  if (
    !equalBytes(hash, mined.blockHash) ||
    rawTransaction === undefined ||
    !equalBytes(keccak(rawTransaction), mined.txHash)
  ) {
    throw new Error('A proof of inclusion that was just built does not verify');
  }
  return { inclusion: 'mpt', headerRule: 'ethereum', rawTransaction, headerRlp, nodes };
}

function garbage(message: string): ChainFailure {
  return new ChainFailure('garbage', message);
}
