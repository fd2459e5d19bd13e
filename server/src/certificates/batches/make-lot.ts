/**
 * Makes the certificates of the next items of a batch, as one step of a worker.
 *
 * Crash points. A crash after the lot is taken and before it is written leaves a batch owned by a dead process. The
 * next worker takes the same items, with the same ids, and stamps them again. One transaction writes the certificates
 * and the outcomes of the items, so an item either has its certificate or still waits, never both or neither.
 */

import { AppError } from '../../kernel/errors.ts';
import type { UsageStore } from '../../keys/usage/usage.ts';
import type { Stamp, TimestampProvider } from '../../timestamps/ports.ts';
import type { NewCertificate } from '../ports.ts';
import type { BatchItem } from './batch.ts';
import { newCertificate, nextTry } from './lot-parts.ts';
import { makeSharedLot, type SharedLotPorts } from './make-shared-lot.ts';
import type { BatchStore, LotResult, TakenLot } from './ports.ts';

export type MakeLotPorts = SharedLotPorts & {
  batches: BatchStore;
  usage: Pick<UsageStore, 'count'>;
};

/**
 * How many stamps are requested at the same time: enough to keep a provider busy, and few enough not to delay single
 * calls.
 */
const STAMPS_AT_ONCE = 8;
/** An item fails if the provider refuses its digest this many times but stamps other digests. */
const REFUSALS = 3;

/** Makes one lot. False if there was nothing to do. */
export async function makeNextLot(ports: MakeLotPorts): Promise<boolean> {
  const lot = await ports.batches.take(ports.now());
  if (lot === undefined) return false;
  const { accountId, batch } = lot;
  const result = await (batch.stamp === 'shared' ? makeSharedLot : makeLot)(ports, lot);
  if (result === undefined) return true;
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
    made.push({ place, made: await newCertificate(ports, lot, item, { stamp }) });
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
    retryAt: isOutage
      ? nextTry(
          ports.now(),
          stamped.length > 0 ? 0 : lot.outages,
          attempts.map(({ error }) => error),
        )
      : undefined,
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
  // After an outage, a single stamp is requested first, to see whether the provider is back. Until then the breaker
  // admits no more.
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
