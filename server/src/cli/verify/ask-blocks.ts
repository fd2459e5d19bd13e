/** Asks a node that the verifier trusts for its blocks at the heights that a proof names. */

import { type Anchor, parseHex, type TrustedBlock } from '@sello/proof';
import { openChainRpc } from '../../anchoring/evm/rpc.ts';
import { UsageError } from '../usage.ts';

const TIMEOUT_MS = 15_000;

/** Only anchors of the node's own chain: a node cannot vouch for another chain. */
export async function askBlocks(url: string, anchors: readonly Anchor[]): Promise<TrustedBlock[]> {
  const rpc = openChainRpc({ url, timeoutMs: TIMEOUT_MS });
  try {
    const network = `eip155:${Number(await rpc.request('eth_chainId', []))}`;
    const blocks: TrustedBlock[] = [];
    for (const { block } of anchors.filter((anchor) => anchor.network === network)) {
      const found = (await rpc.request('eth_getBlockByNumber', [
        `0x${block.number.toString(16)}`,
        false,
      ])) as {
        hash?: unknown;
      } | null;
      const hash = parseHex(String(found?.hash ?? '').replace(/^0x/, ''));
      if (hash?.length === 32) blocks.push({ hash, network, number: block.number });
    }
    return blocks;
  } catch (error) {
    throw new UsageError(`The node at --rpc cannot be queried: ${(error as Error).message}`);
  } finally {
    await rpc.close();
  }
}
