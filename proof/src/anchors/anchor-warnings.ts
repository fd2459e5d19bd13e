/** Remarks on a blockchain proof that do not make it invalid. */

import type { Anchor, BlockchainProof } from './blockchain-proof.ts';
import { networkKind } from './networks.ts';

export type AnchorWarning = {
  code:
    | 'not_anchored'
    | 'not_final'
    | 'operator_chain'
    | 'permissioned_chain'
    | 'unknown_network'
    | 'test_network'
    | 'inclusion_not_shown';
  anchor?: number;
  message: string;
};

export function collectWarnings(proof: BlockchainProof): AnchorWarning[] {
  const warnings: AnchorWarning[] = [];
  if (proof.status === 'pending') {
    warnings.push({ code: 'not_anchored', message: 'the log has the document; no chain has the log yet' });
  }
  for (const [i, anchor] of proof.anchors.entries()) {
    warnings.push(...anchorWarnings(anchor).map((warning) => ({ ...warning, anchor: i + 1 })));
  }
  return warnings;
}

function anchorWarnings(anchor: Anchor): AnchorWarning[] {
  const { network, status } = anchor;
  const warnings = networkWarnings(anchor);
  if (status !== 'final') {
    warnings.push({ code: 'not_final', message: `the block on ${network} may still be replaced` });
  }
  if (anchor.kind === 'opentimestamps' && anchor.header === undefined) {
    const message = `that the root is in block ${anchor.block.number} of Bitcoin cannot be shown offline: the proof holds no header`;
    warnings.push({ code: 'inclusion_not_shown', message });
  }
  if (anchor.kind === 'ethereum' && anchor.inclusion.type === 'none') {
    const message = `that the transaction is in the block on ${network} cannot be shown offline: ${anchor.inclusion.reason}`;
    warnings.push({ code: 'inclusion_not_shown', message });
  }
  return warnings;
}

/** A network that the verifier does not know is never called public, whatever the proof says. */
function networkWarnings({ network, trust }: Anchor): AnchorWarning[] {
  const kind = networkKind(network);
  if (kind === 'test') return [{ code: 'test_network', message: `${network} is a network for tests` }];
  if (kind === 'public') return [];
  switch (trust) {
    case 'operator':
      return [
        {
          code: 'operator_chain',
          message: `${network} is run by the operator of the log itself: it is no independent witness`,
        },
      ];
    case 'permissioned':
      return [
        {
          code: 'permissioned_chain',
          message: `${network} is run by a closed group, which can rewrite it if it agrees to`,
        },
      ];
    case 'public':
      return [
        {
          code: 'unknown_network',
          message: `${network} is not a public network that this verifier knows: whoever runs it may be able to rewrite it`,
        },
      ];
  }
}
