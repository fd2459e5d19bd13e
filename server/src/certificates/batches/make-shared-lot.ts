/**
 * Makes the certificates of a lot whose batch shares one time stamp.
 *
 * Crash points. The order (every fingerprint with its random bytes, and the order id) is stored before the provider is
 * asked. A crash before the stamp is stored loses that stamp. It is then ordered again over the same root and under the
 * same id, so a provider that accepts order ids charges only once. Once the stamp is stored, every lot uses it and is
 * written like any other lot. The order is forgotten in the transaction that writes the last certificate of the batch.
 */

import type { CryptoEngine, HashTree } from '@sello/proof';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { CheckpointStampId, NewId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { Stamp, Timestamps } from '../../timestamps/ports.ts';
import type { NewCertificate } from '../ports.ts';
import type { SharedOrder } from '../shared-stamps/ports.ts';
import { stampTree } from '../shared-stamps/stamp-tree.ts';
import { HASH_BYTES, type SharedLeaf, treeOver, wayFrom } from '../shared-stamps/way.ts';
import { newCertificate, nextTry } from './lot-parts.ts';
import type { BatchStore, LotResult, TakenLot } from './ports.ts';

export type SharedLotPorts = {
  batches: Pick<BatchStore, 'sharedOrder' | 'fingerprints' | 'keepOrder' | 'keepStamp'>;
  timestamps: Timestamps;
  crypto: CryptoEngine;
  randomBytes: RandomBytes;
  newId: NewId;
  now: Clock;
  logger: Logger;
};

type SharedStamp = { stamp: Stamp; tree: HashTree };

/** Undefined if this process seemed dead and another took the batch. */
export async function makeSharedLot(ports: SharedLotPorts, lot: TakenLot): Promise<LotResult | undefined> {
  try {
    const shared = await sharedStamp(ports, lot);
    return shared && { made: await makeAll(ports, lot, shared), failed: [], retryAt: undefined };
  } catch (error) {
    // The provider failed. The whole batch waits, because its items have no other stamp.
    if (!(error instanceof AppError)) throw error;
    return { made: [], failed: [], retryAt: nextTry(ports.now(), lot.outages, [error]) };
  }
}

/**
 * Caches the last stamp, because all lots of a batch (up to a hundred) share it. A stored stamp and its tree never
 * change.
 */
let lastUsed: (SharedStamp & { batchId: string }) | undefined;

async function sharedStamp(ports: SharedLotPorts, lot: TakenLot): Promise<SharedStamp | undefined> {
  const batchId = `${lot.accountId} ${lot.batch.id}`;
  if (lastUsed?.batchId === batchId) return lastUsed;
  const order = (await ports.batches.sharedOrder(lot)) ?? (await orderStamp(ports, lot));
  if (order === undefined) return undefined;
  const tree = await treeOver(ports.crypto, order.leaves);
  const stamp = order.stamp ?? (await stampRoot(ports, lot, order.orderId, tree));
  if (stamp === undefined) return undefined;
  lastUsed = { batchId, stamp, tree };
  return lastUsed;
}

async function orderStamp(ports: SharedLotPorts, lot: TakenLot): Promise<SharedOrder | undefined> {
  const fingerprints = await ports.batches.fingerprints(lot);
  const random = ports.randomBytes(HASH_BYTES * fingerprints.length);
  const leaves = fingerprints.map(
    (sha256, i): SharedLeaf => ({ sha256, random: random.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES) }),
  );
  const order = { orderId: ports.newId('cst'), leaves, stamp: undefined };
  return ports.batches.keepOrder(lot, order, ports.now());
}

async function stampRoot(
  { timestamps, batches, logger }: SharedLotPorts,
  lot: TakenLot,
  orderId: CheckpointStampId,
  tree: HashTree,
): Promise<Stamp | undefined> {
  const stamp = await stampTree(timestamps, lot.batch, orderId, tree);
  if (!(await batches.keepStamp(lot, orderId, stamp))) return undefined;
  logger.info('batch.stamped', { batch: lot.batch.id, files: tree.size, provider: stamp.facts.psc });
  return stamp;
}

async function makeAll(
  ports: SharedLotPorts,
  lot: TakenLot,
  { stamp, tree }: SharedStamp,
): Promise<LotResult['made']> {
  const made: { place: number; made: NewCertificate }[] = [];
  for (const { place, item } of lot.items) {
    const shared = { by: tree.size, way: wayFrom(tree, place) };
    made.push({ place, made: await newCertificate(ports, lot, item, { stamp, shared }) });
  }
  return made;
}
