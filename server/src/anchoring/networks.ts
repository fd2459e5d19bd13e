/** The names of the chains. They are in a file of their own, apart from the code that talks to the chains. */

import { EMBEDDED_CHAIN_ID } from './embedded-chain/rules.ts';
import type { AnchoringSettings } from './settings.ts';

export const EMBEDDED_NETWORK = `eip155:${EMBEDDED_CHAIN_ID}`;

export function configuredNetwork({ chain }: Pick<AnchoringSettings, 'chain'>): string {
  return chain === undefined ? EMBEDDED_NETWORK : `eip155:${chain.chainId}`;
}
