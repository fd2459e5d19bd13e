/**
 * Makes the certificates of the next items of a batch, as one step of a worker.
 *
 * Crash points. A crash after the lot is taken and before it is written leaves a batch owned by a dead process. The
 * next worker takes the same items, with the same ids, and stamps them again. One transaction writes the certificates
 * and the outcomes of the items, so an item either has its certificate or still waits, never both or neither.
 */

import type { CryptoEngine } from '@sello/proof';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { RandomBytes } from '../../kernel/random-pool.ts';
import type { UsageStore } from '../../keys/usage/usage.ts';
import type { Stamp, TimestampProvider, Timestamps } from '../../timestamps/ports.ts';
import { describe, tokenOf } from '../certify-file.ts';
import type { NewCertificate } from '../ports.ts';
import type { BatchItem } from './batch.ts';
import type { BatchStore, LotResult, TakenLot } from './ports.ts';

export type MakeLotPorts = {
  batches: Pick<BatchStore, 'take' | 'write'>;
  timestamps: Timestamps;
  usage: Pick<UsageStore, 'count'>;
  crypto: CryptoEngine;
  randomBytes: RandomBytes;
  now: Clock;
  logger: Logger;
};

/**
 * How many stamps are requested at the same time: enough to keep a provider busy, and few enough not to delay single
 * calls.
 */
const STAMPS_AT_ONCE = 8;
/** An item fails once the provider has refused its digest this often while it stamps other digests. */
const REFUSALS = 3;
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

/** Makes one lot. False if there was nothing to do. */
export async function makeNextLot(ports: MakeLotPorts): Promise<boolean> {
  const lot = await ports.batches.take(ports.now());
  if (lot === undefined) return false;
  const { accountId, batch } = lot;
  const result = await makeLot(ports, lot);
  const outcome = await ports.batches.write(lot, result, ports.now());
  if (outcome === undefined) return true;
  const { made, failed, isCompleted } = outcome;
  ports.usage.count({ accountId, keyId: batch.keyId, livemode: batch.livemode }, { certificates: made });
  if (result.retryAt !== undefined)
    ports.logger.warn('batch.paused', { batch: batch.id, until: result.retryAt });
  if (isCompleted) ports.logger.info('batch.completed', { batch: batch.id, made: batch.made + made, failed });
  return true;
}

type Attempt = { place: number; item: BatchItem; stamp: Stamp | undefined; error: AppError | undefined };

async function makeLot(ports: MakeLotPorts, lot: TakenLot): Promise<LotResult> {
  const provider = lot.batch.livemode ? ports.timestamps.live : ports.timestamps.test;
  const attempts = await stampAll(provider, lot);
  const stamped = attempts.flatMap(({ place, item, stamp }) => (stamp ? [{ place, item, stamp }] : []));
  const made: { place: number; made: NewCertificate }[] = [];
  for (const { place, item, stamp } of stamped) {
    made.push({ place, made: await newCertificate(ports, lot, item, stamp) });
  }
  // If the provider stamps other items but refuses this one, the item is at fault. If it stamps nothing, the provider
  // is at fault.
  const failed = attempts.flatMap(({ place, error }) =>
    stamped.length > 0 && error?.code === 'psc_error'
      ? [{ place, error: { code: error.code, text: error.text } }]
      : [],
  );
  const isOutage = made.length + failed.length < attempts.length;
  return {
    made,
    failed,
    retryAt: isOutage ? nextTry(ports.now(), stamped.length > 0 ? 0 : lot.outages, attempts) : undefined,
  };
}

/**
 * Requests the stamps in order, several at the same time. Once the provider is known to be down, no more are
 * requested.
 */
async function stampAll(provider: TimestampProvider, { items, outages }: TakenLot): Promise<Attempt[]> {
  const attempts: Attempt[] = items.map(({ place, item }) => ({
    place,
    item,
    stamp: undefined,
    error: undefined,
  }));
  let next = 0;
  let isAway = false;
  const lane = async (until: number) => {
    while (next < until && !isAway) {
      const attempt = attempts[next] as Attempt;
      next += 1;
      await stampOne(provider, attempt);
      if (attempt.error !== undefined && attempt.error.code !== 'psc_error') isAway = true;
    }
  };
  // After an outage, one stamp shows whether it is over. Until then the breaker lets no more through.
  if (outages > 0) await lane(1);
  await Promise.all(Array.from({ length: STAMPS_AT_ONCE }, () => lane(attempts.length)));
  return attempts;
}

async function stampOne(provider: TimestampProvider, attempt: Attempt): Promise<void> {
  for (let refusals = 0; refusals < REFUSALS; refusals += 1) {
    try {
      attempt.stamp = await provider.stamp(attempt.item.sha256, attempt.item.id);
      attempt.error = undefined;
      return;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      attempt.error = error;
      if (error.code !== 'psc_error') return;
    }
  }
}

/** When to try again. The pauses grow, and are never shorter than the provider or its breaker asks for. */
function nextTry(now: Date, outages: number, attempts: readonly Attempt[]): Date {
  const grown = Math.min(SHORTEST_PAUSE_MS * 2 ** Math.min(outages, 20), LONGEST_PAUSE_MS);
  const asked = Math.max(0, ...attempts.map(({ error }) => (error?.retryAfterSeconds ?? 0) * 1_000));
  return new Date(now.getTime() + Math.max(grown, Math.min(asked, LONGEST_PAUSE_MS)));
}

async function newCertificate(
  ports: MakeLotPorts,
  { accountId, batch }: TakenLot,
  { id, sizeBytes, description, documentType, externalId, metadata = {}, ...item }: BatchItem,
  stamp: Stamp,
): Promise<NewCertificate> {
  const file = { ...item, blob: undefined, sizeBytes, description, documentType, externalId, metadata };
  const certificate = describe(ports, batch, file, id, stamp);
  return { accountId, keyId: batch.keyId, certificate, token: await tokenOf(ports, certificate, stamp) };
}
