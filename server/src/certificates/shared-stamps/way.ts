/**
 * The way from a file to a time stamp that it shares. The provider stamps the root of a hash tree (RFC 4998 §4.1), in
 * which each file's hash stands in a list with 32 random bytes, so that the owners of neighbouring files learn nothing
 * of it and no leaf has the hash of an inner node. The way is the list of hashes that are joined one after the other:
 * the random bytes, then the siblings.
 */

import {
  buildHashTree,
  type CryptoEngine,
  concatBytes,
  createRecord,
  foldReducedTree,
  type HashTree,
  type LeafFile,
  type ReducedTree,
  type StrongHash,
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

/** The stamp of a certificate, over the file's digest itself if there is no way. Stamps over trees use SHA-256. */
export type StampOfFile = { tsr: Uint8Array; file: LeafFile; way?: Uint8Array | undefined };

function reducedTreeOf({ file, way }: Omit<StampOfFile, 'tsr'>): ReducedTree {
  const { value } = namedBy(file);
  if (way === undefined) return [[value]];
  const hashes = Array.from({ length: way.length / HASH_BYTES }, (_, i) =>
    way.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  );
  const [random = NOTHING, ...siblings] = hashes;
  return [[value, random], ...siblings.map((sibling) => [sibling])];
}

function namedBy({ fileSha256, fileDigest }: LeafFile): { algorithm: StrongHash; value: Uint8Array } {
  return fileDigest ?? { algorithm: 'SHA-256', value: fileSha256 };
}

/** The digest that the stamp must be over. */
export async function stampedDigest(
  crypto: CryptoEngine,
  stamp: Omit<StampOfFile, 'tsr'>,
): Promise<{ algorithm: StrongHash; value: Uint8Array }> {
  const { algorithm } = namedBy(stamp.file);
  return { algorithm, value: await foldReducedTree(crypto, algorithm, reducedTreeOf(stamp)) };
}

/** The evidence record (RFC 4998) that leads from the file to its stamp, without any renewal. */
export async function firstRecord(crypto: CryptoEngine, stamp: StampOfFile): Promise<Uint8Array> {
  const { algorithm: hash } = namedBy(stamp.file);
  return createRecord(crypto, { tsr: stamp.tsr, hash, reducedTree: reducedTreeOf(stamp) });
}
