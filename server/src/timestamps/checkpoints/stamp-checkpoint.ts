/**
 * Asks the provider once per period to stamp the newest checkpoint of the log. It is done as for a certificate: with
 * the same providers in the same order, and the same checks before the answer is kept. It uses no account's
 * allowance, and no caller waits for it.
 *
 * The order is written before the provider is asked. A crash before that leaves nothing. A crash after it leaves an
 * order without a stamp, and the next process asks again under the same order id. A provider that accepts order ids
 * charges once; any other may have charged for one stamp that is not kept. The database keeps one stamp per period.
 */

import { createHash } from 'node:crypto';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { NewId } from '../../kernel/ids.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import type { MerkleLogStore } from '../../transparency/ports.ts';
import type { Timestamps } from '../ports.ts';
import type { CheckpointOrder, CheckpointStampStore } from './ports.ts';

export type CheckpointStampPorts = {
  merkleLog: Pick<MerkleLogStore, 'latestCheckpoint'>;
  checkpointStamps: CheckpointStampStore;
  timestamps: Pick<Timestamps, 'live'>;
  newId: NewId;
  now: Clock;
  logger: Logger;
};

const SHORTEST_PAUSE_MS = 60_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** A log that no longer grows is stamped again before the keys of its last stamp can expire. */
const STAMP_AGAIN_AFTER_MS = 90 * 86_400_000;

/** Runs one round. True if a stamp was kept. */
export async function stampCheckpoint(ports: CheckpointStampPorts, intervalMs: number): Promise<boolean> {
  const order = await findOrder(ports, startOfPeriod(ports.now(), intervalMs));
  if (order === undefined || order.nextTryAt > ports.now()) return false;
  return fulfil(ports, order);
}

/** The order of this period. It is made now if the log has something new; undefined if there is nothing to do. */
async function findOrder(
  ports: CheckpointStampPorts,
  periodStart: Date,
): Promise<CheckpointOrder | undefined> {
  const known = await ports.checkpointStamps.inPeriod(periodStart);
  if (known !== undefined) return known === 'stamped' ? undefined : known;
  const checkpoint = await ports.merkleLog.latestCheckpoint();
  if (checkpoint === undefined || checkpoint.size === 0) return undefined;
  const last = await ports.checkpointStamps.newest();
  const isNew = last === undefined || checkpoint.size > last.treeSize;
  const isOld = last !== undefined && sinceMs(last.periodStart, periodStart) >= STAMP_AGAIN_AFTER_MS;
  if (!isNew && !isOld) return undefined;
  const { size: treeSize, note } = checkpoint;
  const orderId = ports.newId('cst');
  return ports.checkpointStamps.order({ periodStart, treeSize, note, orderId }, ports.now());
}

async function fulfil(ports: CheckpointStampPorts, order: CheckpointOrder): Promise<boolean> {
  const { periodStart, treeSize, note, orderId, tries } = order;
  const sha256 = createHash('sha256').update(note).digest('hex') as Sha256Hex;
  try {
    const stamp = await ports.timestamps.live.stamp(sha256, orderId);
    const isKept = await ports.checkpointStamps.keep(periodStart, stamp);
    const { psc: provider, genTime } = stamp.facts;
    if (isKept) ports.logger.info('checkpoint.stamped', { treeSize, provider, genTime });
    return isKept;
  } catch (error) {
    // An `AppError` means that the provider failed. Anything else is a fault of ours or of the database, which the
    // loop reports.
    if (!(error instanceof AppError)) throw error;
    const pauseMs = Math.min(SHORTEST_PAUSE_MS * 2 ** tries, LONGEST_PAUSE_MS);
    const nextTryAt = new Date(ports.now().getTime() + pauseMs);
    await ports.checkpointStamps.postpone(periodStart, nextTryAt, error);
    ports.logger.warn('checkpoint.not_stamped', { treeSize, tries: tries + 1, error });
    return false;
  }
}

/**
 * The start of the current period. Periods begin at multiples of their length since 1970, so that all processes
 * agree.
 */
function startOfPeriod(now: Date, intervalMs: number): Date {
  return new Date(Math.floor(now.getTime() / intervalMs) * intervalMs);
}

function sinceMs(from: Date, to: Date): number {
  return to.getTime() - from.getTime();
}
