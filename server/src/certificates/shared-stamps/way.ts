/**
 * The way from a file to a time stamp that it shares. The provider stamps the root of a hash tree (RFC 4998 §4.1), in which
 * each file's hash stands in a list with 32 random bytes, so that neighbours learn nothing of it and no file has the hash
 * of an inner node. The way is the hashes that are joined one after the other: the random bytes, then the siblings.
 */

import {
  buildHashTree,
  type CryptoEngine,
  concatBytes,
  createRecord,
  foldReducedTree,
  type HashTree,
  type ReducedTree,
} from '@sello/proof';

export const HASH_BYTES = 32;

/** A file in the tree: its hash, and the random bytes beside it. */
export type SharedLeaf = { sha256: Uint8Array; random: Uint8Array };

export async function treeOver(crypto: CryptoEngine, leaves: readonly SharedLeaf[]): Promise<HashTree> {
  return buildHashTree(
    crypto,
    'SHA-256',
    leaves.map(({ sha256, random }) => [sha256, random]),
  );
}

export function wayFrom(tree: HashTree, index: number): Uint8Array {
  const [[, random = NOTHING] = [], ...siblings] = tree.reducedFor(index);
  return concatBytes(random, ...siblings.flat());
}

const NOTHING = new Uint8Array(0);

/** The hashes of the way in hexadecimal, for commands. */
export function wayHashes(way: Uint8Array): string[] {
  return Array.from({ length: way.length / HASH_BYTES }, (_, i) =>
    Buffer.from(way.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES)).toString('hex'),
  );
}

/** The stamp of a certificate, over the file's hash itself if there is no way. */
export type StampOfFile = { tsr: Uint8Array; sha256: Uint8Array; way?: Uint8Array | undefined };

function reducedTreeOf({ sha256, way }: Omit<StampOfFile, 'tsr'>): ReducedTree {
  if (way === undefined) return [[sha256]];
  const hashes = Array.from({ length: way.length / HASH_BYTES }, (_, i) =>
    way.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
  const [random = NOTHING, ...siblings] = hashes;
  return [[sha256, random], ...siblings.map((sibling) => [sibling])];
}

/** The SHA-256 that the stamp must be over. */
export async function stampedSha256(
  crypto: CryptoEngine,
  stamp: Omit<StampOfFile, 'tsr'>,
): Promise<Uint8Array> {
  return foldReducedTree(crypto, 'SHA-256', reducedTreeOf(stamp));
}

/** The evidence record (RFC 4998) that leads from the file to its stamp, without any renewal. */
export async function firstRecord(crypto: CryptoEngine, stamp: StampOfFile): Promise<Uint8Array> {
  return createRecord(crypto, { tsr: stamp.tsr, hash: 'SHA-256', reducedTree: reducedTreeOf(stamp) });
}
