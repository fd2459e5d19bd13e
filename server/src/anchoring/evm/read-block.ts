/** Reads the header of a block from a node, and accepts it only if it hashes to the block's hash. */

import { decodeBlockHeader, encodeRpcHeader, equalBytes, ProofError } from '@sello/proof';
import type { ChainBlock } from '../chain-driver.ts';
import { ChainFailure } from '../chain-failure.ts';
import type { EvmNode } from './node.ts';

/**
 * One answer without a valid header may be an error of the node, and not the rule of the chain. So the node must give the
 * same answer twice, as in `prove.ts`.
 */
export async function readBlock(
  node: Pick<EvmNode, 'block' | 'headerAt'>,
  blockNumber: number,
): Promise<ChainBlock | undefined> {
  const first = await readOnce(node, blockNumber);
  if (first === undefined || first.block.header !== undefined) return first?.block;
  const second = await readOnce(node, blockNumber);
  if (second === undefined || second.block.header !== undefined) return second?.block;
  if (second.answer === first.answer) return second.block;
  throw new ChainFailure('garbage', 'the node describes one block in two ways');
}

async function readOnce(
  node: Pick<EvmNode, 'block' | 'headerAt'>,
  blockNumber: number,
): Promise<{ answer: string; block: ChainBlock } | undefined> {
  const summary = await node.block(blockNumber);
  const fields = await node.headerAt(blockNumber);
  if (summary === undefined || fields === null) return undefined;
  const { number, hash, timeSeconds } = summary;
  return {
    answer: JSON.stringify(fields),
    block: { number, hash, timeSeconds, ...headerOf(fields, summary) },
  };
}

function headerOf(
  fields: unknown,
  { number, hash, timeSeconds }: { number: number; hash: Uint8Array; timeSeconds: number },
): { header: Uint8Array } | { header: undefined; because: string } {
  try {
    const header = encodeRpcHeader(fields);
    const decoded = decodeBlockHeader(header);
    const isSame =
      equalBytes(decoded.hash, hash) && decoded.number === number && decoded.timeSeconds === timeSeconds;
    if (isSame) return { header };
    return { header: undefined, because: 'the hash of the block is not Keccak-256 over its header' };
  } catch (error) {
    if (error instanceof ProofError) return { header: undefined, because: error.message };
    throw error;
  }
}
