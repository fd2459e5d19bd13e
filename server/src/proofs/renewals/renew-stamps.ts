/**
 * Renews all time stamps at once when `renewal-policy.ts` says so. Every certificate has a leaf in one hash tree, and
 * the provider stamps only its root. So the number of stamps does not grow with the certificates; only the hashing
 * does, which runs in a thread.
 *
 * The order is stored first, then the tree tile by tile, then the stamp. After a crash, the next round continues after
 * the last stored tile. If the crash happened after the provider had made the stamp, that stamp is lost and is ordered
 * again under the same id.
 */

import { createHash } from 'node:crypto';
import type { StrongHash } from '@sello/proof';
import type { BlobStore } from '../../files/ports.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AlgorithmEnds } from '../../timestamps/algorithm-ends.ts';
import type { Timestamps } from '../../timestamps/ports.ts';
import type { MerkleLogStore } from '../../transparency/ports.ts';
import { TILE_HASHES } from './derive-record.ts';
import type { OrderedRenewal, PlacedStamp, RenewalStore } from './ports.ts';
import { planRenewal } from './renewal-policy.ts';
import { tilesAbove } from './renewals-at.ts';
import { type HashAside, openHashAside } from './thread/hash-aside.ts';
import type { LeafMaterial } from './thread/hash-leaves.ts';

export type RenewStampsPorts = {
  renewals: RenewalStore;
  merkleLog: Pick<MerkleLogStore, 'checkpointUntil'>;
  blobs: Pick<BlobStore, 'open'>;
  timestamps: Pick<Timestamps, 'live'>;
  algorithmEnds: AlgorithmEnds;
  newId: NewId;
  now: Clock;
  logger: Logger;
};

/**
 * Younger certificates are left to the next renewal. A renewal must not have an earlier date than what it renews, and
 * the clocks of two providers may differ from ours by five minutes each.
 */
const YOUNGEST_MS = 15 * 60_000;
const SHORTEST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;

/** Runs one round. True if a renewal was completed. */
export async function renewStamps(
  ports: RenewStampsPorts,
  isStopping: () => boolean = () => false,
): Promise<boolean> {
  const order = (await ports.renewals.waiting()) ?? (await orderIfDue(ports));
  if (order === undefined || order.nextTryAt > ports.now()) return false;
  const aside = openHashAside();
  try {
    const root = await hashTree(ports, order, aside, isStopping);
    return root !== undefined && (await stampRoot(ports, order, root));
  } finally {
    await aside.close();
  }
}

async function orderIfDue(ports: RenewStampsPorts): Promise<OrderedRenewal | undefined> {
  const { renewals, merkleLog, logger } = ports;
  const { due, hash } = planRenewal(await renewals.standing(), ports.algorithmEnds, ports.now());
  if (due === undefined) return undefined;
  const checkpoint = await merkleLog.checkpointUntil(new Date(ports.now().getTime() - YOUNGEST_MS));
  if (checkpoint === undefined || checkpoint.size === 0) return undefined;
  const { size } = checkpoint;
  await renewals.order({ hash, size, orderId: ports.newId('cst') }, ports.now());
  logger.info('stamps.renewal_ordered', { hash, certificates: size, before: due.at, because: due.of });
  return renewals.waiting();
}

// ── The tree ─────────────────────────────────────────────────────────────────

/** The root of the tree. Undefined if the process stops before the tree is complete. */
async function hashTree(
  ports: RenewStampsPorts,
  order: OrderedRenewal,
  aside: HashAside,
  isStopping: () => boolean,
): Promise<Uint8Array | undefined> {
  const { renewals } = ports;
  const { number, hash } = order;
  let hashes = order.size;
  for (let level = 0; ; level++) {
    const tiles = Math.ceil(hashes / TILE_HASHES);
    for (let tile = await renewals.countTiles(number, level); tile < tiles; tile++) {
      if (isStopping()) return undefined;
      const made =
        level === 0
          ? await hashLeaves(ports, order, tile, aside)
          : await hashRoots(ports, order, level, tile, aside);
      await renewals.keepTile(number, level, tile, made);
    }
    if (tiles === 1) {
      return aside.hash({ kind: 'roots', hash, tiles: [await storedTile(renewals, number, level, 0)] });
    }
    hashes = tiles;
  }
}

async function hashLeaves(
  ports: RenewStampsPorts,
  { number, hash, size }: OrderedRenewal,
  tile: number,
  aside: HashAside,
): Promise<Uint8Array> {
  const { renewals } = ports;
  const from = tile * TILE_HASHES;
  const end = Math.min(from + TILE_HASHES, size);
  const earlier = (await renewals.covering(from)).filter((one) => one.number < number);
  // The first stamp is over the file's own digest, mostly a SHA-256. A later stamp by this algorithm has already renewed it.
  const renewsHash = ({ place, file }: PlacedStamp) =>
    hash !== (earlier.findLast((one) => place < one.size)?.hash ?? file.fileDigest?.algorithm ?? 'SHA-256');
  const certificates: (LeafMaterial | undefined)[] = new Array(end - from).fill(undefined);
  for (const stamp of await renewals.stampsAt(from, end)) {
    const digest = renewsHash(stamp) ? await digestOf(ports, stamp, hash) : undefined;
    const { tsr, way, file } = stamp;
    certificates[stamp.place - from] = { tsr, way, file, digest };
  }
  const seen = await Promise.all(earlier.map((one) => tilesAbove(renewals, one, tile)));
  return aside.hash({ kind: 'leaves', hash, tile, certificates, earlier: seen });
}

/**
 * The digest of the certificate's file by the new algorithm. Undefined if the file is not kept here: without the file,
 * the hash cannot be renewed. A file whose bytes differ from the certified ones counts as not kept.
 */
async function digestOf(
  { blobs }: RenewStampsPorts,
  { accountId, sha256 }: PlacedStamp,
  hash: StrongHash,
): Promise<Uint8Array | undefined> {
  const file = sha256 && (await blobs.open(accountId, sha256));
  if (file === undefined) return undefined;
  const [old, renewed] = [createHash('sha256'), createHash(hash.replace('-', ''))];
  for await (const chunk of file) {
    old.update(chunk);
    renewed.update(chunk);
  }
  return old.digest('hex') === sha256 ? renewed.digest() : undefined;
}

async function hashRoots(
  { renewals }: RenewStampsPorts,
  { number, hash }: OrderedRenewal,
  level: number,
  tile: number,
  aside: HashAside,
): Promise<Uint8Array> {
  const below = await renewals.countTiles(number, level - 1);
  const end = Math.min((tile + 1) * TILE_HASHES, below);
  const roots: Uint8Array[] = [];
  for (let position = tile * TILE_HASHES; position < end; position++) {
    const tiles = [await storedTile(renewals, number, level - 1, position)];
    roots.push(await aside.hash({ kind: 'roots', hash, tiles }));
  }
  return Buffer.concat(roots);
}

async function storedTile(
  renewals: Pick<RenewalStore, 'tile'>,
  number: number,
  level: number,
  position: number,
): Promise<Uint8Array> {
  const tile = await renewals.tile(number, level, position);
  if (tile === undefined) throw new Error(`Tile ${level}/${position} of renewal ${number} is missing`);
  return tile;
}

// ── The stamp ────────────────────────────────────────────────────────────────

async function stampRoot(
  ports: RenewStampsPorts,
  { number, hash, size, orderId, tries }: OrderedRenewal,
  root: Uint8Array,
): Promise<boolean> {
  try {
    const stamp = await ports.timestamps.live.stamp({ algorithm: hash, digest: root }, orderId);
    const isKept = await ports.renewals.keep(number, stamp);
    const { psc: provider, genTime } = stamp.facts;
    if (isKept) ports.logger.info('stamps.renewed', { number, certificates: size, provider, genTime });
    return isKept;
  } catch (error) {
    // An `AppError` means that the provider failed. Anything else is a fault of ours or of the database, which the
    // loop reports.
    if (!(error instanceof AppError)) throw error;
    const pauseMs = Math.min(SHORTEST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);
    await ports.renewals.postpone(number, new Date(ports.now().getTime() + pauseMs));
    ports.logger.warn('stamps.not_renewed', { number, tries: tries + 1, error });
    return false;
  }
}
