/** Opens the embedded chain for the contract of chains. */

import { openReorgChain } from '../harness/reorg-chain.ts';
import type { ChainUnderTest } from './chain.contract.ts';

export async function openEmbeddedNode(): Promise<ChainUnderTest> {
  const { drop, ...chain } = await openReorgChain();
  return { ...chain, trust: 'operator', reorganise: drop };
}
