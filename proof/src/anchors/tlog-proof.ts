/** The log part of a blockchain proof as text (https://c2sp.org/tlog-proof): path and checkpoint, no anchors. */

import { encodeLeafExtra } from '../log/leaf-extra.ts';
import { encodeTlogText } from '../log/tlog-text.ts';
import type { BlockchainProof } from './blockchain-proof.ts';

/** Together with the file's digest, the extra data gives the leaf hash: see `encodeLeafExtra`. */
export function encodeTlogProof({ leaf, document, checkpoint }: BlockchainProof): string {
  const { path, note } = checkpoint;
  return encodeTlogText({
    extra: encodeLeafExtra({ ...leaf, ...document }),
    index: path.leafIndex,
    path: path.steps.map(({ hash }) => hash),
    note,
  });
}
