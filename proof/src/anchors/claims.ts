/**
 * Statements of a proof that no hash, signature or trusted block binds. Anyone who holds the file can change them, so
 * verifiers show them as "claimed by the proof", and no verdict depends on them.
 */

import { encodeHex } from '../encoding/bytes.ts';
import type { Anchor, BlockchainProof } from './blockchain-proof.ts';
import { formatBlockTime } from './proof-xml.ts';

export type ClaimName =
  | 'certificate_id'
  | 'log_name'
  | 'log_place'
  | 'status'
  | 'network'
  | 'trust'
  | 'anchor_status'
  | 'finality'
  | 'tree_size'
  | 'transaction_index'
  | 'block_hash'
  | 'block_number'
  | 'block_time';

export type Claim = {
  name: ClaimName;
  value: string;
  /** Number of the anchor in the proof, from 1; absent for claims about the whole proof. */
  anchor?: number;
};

/**
 * How far the checks of an anchor went: to a block that the verifier trusts, to a block header that holds the
 * transaction, or to neither, if the proof only names the block.
 */
export type AnchorShown = 'confirmed' | 'consistent' | 'claimed';

/** `isSigned`: a key that the verifier gave has signed the checkpoint. */
export function collectClaims(
  proof: BlockchainProof,
  isSigned: boolean,
  shown: readonly AnchorShown[],
): readonly Claim[] {
  const { leafIndex, treeSize } = proof.checkpoint.path;
  return [
    { name: 'certificate_id', value: proof.certificate.id },
    // The note states the log's name and the leaf's index, but anybody may have written it unless a key that the
    // verifier knows has signed it.
    ...(isSigned
      ? []
      : [
          { name: 'log_name', value: proof.certificate.issuer } as const,
          { name: 'log_place', value: `${leafIndex} of ${treeSize}` } as const,
        ]),
    { name: 'status', value: proof.status },
    ...proof.anchors.flatMap((anchor, i) => {
      const signedSize = isSigned ? treeSize : undefined;
      const claims = anchorClaims(anchor, shown[i] ?? 'claimed', signedSize);
      return claims.map((claim) => ({ ...claim, anchor: i + 1 }));
    }),
  ];
}

function anchorClaims(anchor: Anchor, shown: AnchorShown, signedSize: number | undefined): Claim[] {
  const { network, trust, status, finality, path, block } = anchor;
  const claims: Claim[] = [
    { name: 'trust', value: trust },
    { name: 'anchor_status', value: status },
    { name: 'finality', value: finality },
  ];
  // An Ethereum transaction is signed for its chain; a Bitcoin header does not name its network.
  if (anchor.kind === 'opentimestamps' && shown !== 'confirmed')
    claims.push({ name: 'network', value: network });
  // One path can fit several sizes of a tree, so only a signed checkpoint of the same size proves the stated size.
  if (path.treeSize !== signedSize) claims.push({ name: 'tree_size', value: String(path.treeSize) });
  if (shown === 'claimed') {
    if (anchor.kind === 'ethereum')
      claims.push({ name: 'transaction_index', value: String(anchor.transaction.index) });
    claims.push(
      { name: 'block_hash', value: encodeHex(block.hash) },
      { name: 'block_number', value: String(block.number) },
      { name: 'block_time', value: formatBlockTime(block.timeSeconds) },
    );
  }
  return claims;
}
