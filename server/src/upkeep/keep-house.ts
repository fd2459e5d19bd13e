/** What crashed processes left undone, and what nobody needs any longer, put right while the server runs. */

import { forgetOldIdempotencyKeys, reclaimReservations } from '../certificates/pg-housekeeping.ts';
import type { Database } from '../database/pool.ts';
import type { BlobStore } from '../files/ports.ts';
import type { Clock } from '../kernel/clock.ts';
import type { OnClose } from '../kernel/closing.ts';
import type { Logger } from '../kernel/logger.ts';
import { forgetWhatEnded } from '../people/login/pg-sessions.ts';

type World = { database: Database; blobs: Pick<BlobStore, 'sweep'>; logger: Logger; now: Clock };

/** Temporary files of uploads that a crash cut short are deleted after this. */
const STALE_UPLOAD_MS = 3_600_000;
const RECLAIM_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 600_000;

/** Once at the start, which waits for it, and from then on every few seconds or minutes. */
export async function keepHouse(world: World, onClose: OnClose): Promise<void> {
  await reclaim(world);
  await sweep(world);
  const repeat = (ms: number, what: string, task: () => Promise<void>) => {
    const timer = setInterval(
      () => task().catch((error) => world.logger.warn('housekeeping.failed', { what, error })),
      ms,
    );
    timer.unref();
    onClose.push(async () => clearInterval(timer));
  };
  repeat(RECLAIM_EVERY_MS, 'reservations', () => reclaim(world));
  repeat(SWEEP_EVERY_MS, 'stale uploads and keys', () => sweep(world));
}

async function reclaim({ database, logger }: World): Promise<void> {
  const reclaimed = await reclaimReservations(database);
  if (reclaimed > 0) logger.info('allowance.reclaimed', { reclaimed });
}

async function sweep({ database, blobs, now }: World): Promise<void> {
  await blobs.sweep(new Date(now().getTime() - STALE_UPLOAD_MS));
  await forgetOldIdempotencyKeys(database, now());
  await forgetWhatEnded(database, now());
}
