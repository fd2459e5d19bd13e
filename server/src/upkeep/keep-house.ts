/** Cleans up after crashed processes and deletes expired data, while the server runs. */

import { forgetOldIdempotencyKeys, reclaimReservations } from '../certificates/pg-housekeeping.ts';
import type { Database } from '../database/pool.ts';
import type { BlobStore } from '../files/ports.ts';
import type { Clock } from '../kernel/clock.ts';
import type { OnClose } from '../kernel/closing.ts';
import type { Logger } from '../kernel/logger.ts';
import { forgetOldPostings } from '../memberships/postings/pg-postings.ts';
import { forgetWhatEnded } from '../people/login/pg-sessions.ts';

type HousekeepingPorts = { database: Database; blobs: Pick<BlobStore, 'sweep'>; logger: Logger; now: Clock };

/** Age at which the temporary files of interrupted uploads are deleted. */
const STALE_UPLOAD_MS = 3_600_000;
const RECLAIM_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 600_000;

/** Runs once, awaited, at startup, and then at regular intervals. */
export async function keepHouse(ports: HousekeepingPorts, onClose: OnClose): Promise<void> {
  await reclaim(ports);
  await sweep(ports);
  const repeat = (ms: number, what: string, task: () => Promise<void>) => {
    const timer = setInterval(
      () => task().catch((error) => ports.logger.warn('housekeeping.failed', { what, error })),
      ms,
    );
    timer.unref();
    onClose.push(async () => clearInterval(timer));
  };
  repeat(RECLAIM_EVERY_MS, 'reservations', () => reclaim(ports));
  repeat(SWEEP_EVERY_MS, 'stale uploads and keys', () => sweep(ports));
}

async function reclaim({ database, logger }: HousekeepingPorts): Promise<void> {
  const reclaimed = await reclaimReservations(database);
  if (reclaimed > 0) logger.info('allowance.reclaimed', { reclaimed });
}

async function sweep({ database, blobs, now }: HousekeepingPorts): Promise<void> {
  await blobs.sweep(new Date(now().getTime() - STALE_UPLOAD_MS));
  await forgetOldIdempotencyKeys(database, now());
  await forgetWhatEnded(database, now());
  await forgetOldPostings(database, now());
}
