/**
 * Derives the evidence record of a certificate (RFC 4998) from its own time stamp and from the renewals that cover its
 * position in the log. Nothing of it is stored. The same code runs in the thread that hashes the tree of a new renewal.
 */

import {
  buildHashTree,
  type CryptoEngine,
  decodeEvidenceRecord,
  type EvidenceRecord,
  equalBytes,
  foldReducedTree,
  type HashTree,
  lastHashOf,
  type ReducedTree,
  renewalGroup,
  renewRecord,
  type StrongHash,
} from '@sello/proof';
import { firstRecord, type StampOfFile } from '../../certificates/shared-stamps/way.ts';

/** How many neighbouring hashes of a tree are stored together, as a tile. */
export const TILE_HASHES = 1_024;

/** A renewal, as seen from one tile of its leaves. */
export type RenewalFromTile = {
  hash: StrongHash;
  /** The provider's response over the root. */
  tsr: Uint8Array;
  /** How many leaves the tree has. */
  size: number;
  /** The tile of leaves, and the tile of each level above it on the way to the root. */
  tiles: readonly Uint8Array[];
};

export type OpenedRenewal = Omit<RenewalFromTile, 'tiles'> & {
  leaves: HashTree;
  /** The lists of the reduced hash tree above the tile, which are the same for all its leaves. */
  above: ReducedTree;
};

export const HASH_BYTES: Readonly<Record<StrongHash, number>> = {
  'SHA-256': 32,
  'SHA-384': 48,
  'SHA-512': 64,
};

function splitTile(hash: StrongHash, tile: Uint8Array): Uint8Array[] {
  const size = HASH_BYTES[hash];
  return Array.from({ length: tile.length / size }, (_, i) => tile.subarray(i * size, (i + 1) * size));
}

export function treeOfTile(engine: CryptoEngine, hash: StrongHash, tile: Uint8Array): Promise<HashTree> {
  return buildHashTree(
    engine,
    hash,
    splitTile(hash, tile).map((one) => [one]),
  );
}

/** `number` is the number of the tile of leaves. */
export async function openRenewal(
  engine: CryptoEngine,
  { tiles, ...renewal }: RenewalFromTile,
  number: number,
): Promise<OpenedRenewal> {
  const [first = new Uint8Array(0), ...upper] = tiles;
  const above: (readonly Uint8Array[])[] = [];
  let below = number;
  for (const tile of upper) {
    const tree = await treeOfTile(engine, renewal.hash, tile);
    above.push(...tree.reducedFor(below % TILE_HASHES).slice(1));
    below = Math.floor(below / TILE_HASHES);
  }
  return { ...renewal, leaves: await treeOfTile(engine, renewal.hash, first), above };
}

/** `renewals` are opened at the tile of this position, the oldest first. Those that do not cover it are skipped. */
export async function deriveRecord(
  engine: CryptoEngine,
  first: StampOfFile,
  place: number,
  renewals: readonly OpenedRenewal[],
): Promise<Uint8Array> {
  let record = await firstRecord(engine, first);
  for (const renewal of renewals) {
    if (place < renewal.size) record = await renewedBy(engine, record, place, renewal);
  }
  return record;
}

async function renewedBy(
  engine: CryptoEngine,
  encoded: Uint8Array,
  place: number,
  { hash, tsr, leaves, above }: OpenedRenewal,
): Promise<Uint8Array> {
  const record = decodeEvidenceRecord(encoded);
  const [[leaf] = [], ...siblings] = leaves.reducedFor(place % TILE_HASHES);
  if (leaf === undefined) throw new Error('A leaf of a renewal is missing');
  const group = await groupAt(engine, record, encoded, hash, leaf);
  if (group === undefined) return encoded;
  return renewRecord(engine, record, { tsr, hash, reducedTree: [group, ...siblings, ...above] });
}

/** The group of hashes that the leaf covers. Undefined if the renewal could not renew this record. */
async function groupAt(
  engine: CryptoEngine,
  record: EvidenceRecord,
  encoded: Uint8Array,
  hash: StrongHash,
  leaf: Uint8Array,
): Promise<readonly Uint8Array[] | undefined> {
  if (lastHashOf(record) !== hash) {
    // After a change of the hash algorithm, the group also contains the file's digest. It is not known here, so the
    // leaf is the whole group.
    return equalBytes(leaf, await idleLeaf(engine, hash, encoded)) ? undefined : [leaf];
  }
  const group = await renewalGroup(engine, record, hash, undefined);
  if (group === undefined || !equalBytes(await foldReducedTree(engine, hash, [group]), leaf))
    throw new Error('The leaf of a renewal does not follow from the stamps before it');
  return group;
}

/**
 * The leaf of this record in a new renewal. `digest` is the file's digest by the renewal's algorithm, if it is known.
 */
export async function leafFor(
  engine: CryptoEngine,
  encoded: Uint8Array,
  hash: StrongHash,
  digest: Uint8Array | undefined,
): Promise<Uint8Array> {
  const group = await renewalGroup(engine, decodeEvidenceRecord(encoded), hash, digest);
  return group === undefined ? idleLeaf(engine, hash, encoded) : foldReducedTree(engine, hash, [group]);
}

/** The leaf for a record that the renewal cannot renew: the hash of its bytes. */
async function idleLeaf(engine: CryptoEngine, hash: StrongHash, encoded: Uint8Array): Promise<Uint8Array> {
  return await engine.digest(hash, encoded);
}
