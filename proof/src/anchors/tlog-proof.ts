/** The log part of a blockchain proof as text (https://c2sp.org/tlog-proof): path and checkpoint, no anchors. */

import { concatBytes } from '../encoding/bytes.ts';
import { encodeTlogText } from '../log/tlog-text.ts';
import type { BlockchainProof } from './blockchain-proof.ts';

/**
 * The extra data is salt ‖ SHA-256 of the TimeStampToken: together with the file's digest, it gives the leaf
 * hash.
 */
export function encodeTlogProof({ leaf, document, checkpoint }: BlockchainProof): string {
  const { path, note } = checkpoint;
  return encodeTlogText({
    extra: concatBytes(leaf.salt, document.tokenSha256),
    index: path.leafIndex,
    path: path.steps.map(({ hash }) => hash),
    note,
  });
}
