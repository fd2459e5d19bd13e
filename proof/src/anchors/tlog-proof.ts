/** The log part of a blockchain proof as text (https://c2sp.org/tlog-proof): path and checkpoint, no anchors. */

import { concatBytes, encodeBase64 } from '../encoding/bytes.ts';
import type { BlockchainProof } from './blockchain-proof.ts';

/**
 * The extra data is salt ‖ SHA-256 of the TimeStampToken: together with the file's digest, it gives the leaf
 * hash.
 */
export function encodeTlogProof({ leaf, document, checkpoint }: BlockchainProof): string {
  const { path, note } = checkpoint;
  return [
    'c2sp.org/tlog-proof@v1',
    `extra ${encodeBase64(concatBytes(leaf.salt, document.tokenSha256))}`,
    `index ${path.leafIndex}`,
    ...path.steps.map(({ hash }) => encodeBase64(hash)),
    '',
    note,
  ].join('\n');
}
