/** Cleans up after crashed processes and deletes expired data, while the server runs. */

import type { FileLife } from '../certificates/certificate.ts';
import { type ErasePorts, eraseExpiredFiles } from '../certificates/erasing/erase-files.ts';
import { forgetOldIdempotencyKeys, reclaimReservations } from '../certificates/pg-housekeeping.ts';
import { forgetOldCallOrders } from '../certificates/shared-stamps/pg-call-orders.ts';
import type { Duties } from '../database/duties.ts';
import type { Database } from '../database/pool.ts';
import { forgetOldEvents } from '../events/pg-events.ts';
import type { BlobStore } from '../files/ports.ts';
import type { OnClose } from '../kernel/closing.ts';
import type { Logger } from '../kernel/logger.ts';
import { forgetOldRequests } from '../keys/requests/pg-answered-requests.ts';
import { tellExpiringKeys } from '../keys/tell-expiring.ts';
import { type DayTeller, makeDayTeller } from '../memberships/membership/tell-days.ts';
import { forgetEndedDesks } from '../memberships/organizers/desk/entrance/pg-desk-sessions.ts';
import { addUpTallies } from '../memberships/overview/pg-tallies.ts';
import { forgetEndedEntrances } from '../memberships/own-page/entrance/pg-sessions.ts';
import { forgetOldRows } from '../memberships/posted-tables/pg-postings.ts';
import {
  type LowAllowancePorts,
  type LowAllowanceSite,
  tellLowAllowances,
} from '../people/accounts/tell-low-allowance.ts';
import { forgetWhatEnded } from '../people/login/pg-sessions.ts';
import { forgetOldDeliveries } from '../webhooks/delivery/pg-deliveries.ts';
import { type ForgetJournalPorts, forgetOldJournal } from './journal/forget-journal.ts';
import { makePartitions } from './partitions/make-partitions.ts';

type HousekeepingPorts = ErasePorts &
  LowAllowancePorts &
  ForgetJournalPorts & {
    database: Database;
    blobs: Pick<BlobStore, 'sweep'>;
    duties: Duties;
    logger: Logger;
  };

/** The age at which temporary files of interrupted uploads are deleted. */
const STALE_UPLOAD_MS = 3_600_000;
const RECLAIM_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 600_000;
const ERASE_EVERY_MS = 600_000;
const FORGET_JOURNAL_EVERY_MS = 6 * 3_600_000;
const TELL_EVERY_MS = 600_000;
/** Followers of a member are told of a lapse within a minute after the day of the lapse begins. */
const TELL_DAYS_EVERY_MS = 20_000;
const ADD_UP_EVERY_MS = 60_000;
/**
 * How often missing partitions are made. There is a month of time to make one, but a process may live only briefly, so
 * this runs often.
 */
const DIVIDE_EVERY_MS = 60_000;

/**
 * Cleans up at the start and then at regular intervals. The start waits for the first clean-up, except for erasing,
 * which may take long.
 */
export async function keepHouse(
  ports: HousekeepingPorts,
  site: FileLife & { journalDays: number } & LowAllowanceSite,
  onClose: OnClose,
): Promise<void> {
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
  repeat(ERASE_EVERY_MS, 'expired files', () => erase(ports, site));
  repeat(FORGET_JOURNAL_EVERY_MS, 'old journal', () => forgetJournal(ports, site.journalDays));
  const days = makeDayTeller(ports.database);
  repeat(TELL_DAYS_EVERY_MS, 'days of memberships', () => tellDays(ports, days));
  repeat(ADD_UP_EVERY_MS, 'figures of councils', () => addUp(ports));
  repeat(DIVIDE_EVERY_MS, 'partitions', () => divide(ports));
  repeat(TELL_EVERY_MS, 'keys that expire', () => tellExpiringKeys(ports.database, ports.now()));
  repeat(TELL_EVERY_MS, 'allowances', () => tellLowAllowances(ports, site));
}

async function reclaim({ database, logger }: HousekeepingPorts): Promise<void> {
  const reclaimed = await reclaimReservations(database);
  if (reclaimed > 0) logger.info('allowance.reclaimed', { reclaimed });
}

/**
 * Deletes expired data. Nothing is deleted while the database has lost signed data, because that could not be undone.
 */
async function sweep({ database, blobs, now, pastGuard }: HousekeepingPorts): Promise<void> {
  if (await isPastLost(pastGuard)) return;
  await blobs.sweep(new Date(now().getTime() - STALE_UPLOAD_MS));
  await forgetOldIdempotencyKeys(database, now());
  await forgetOldCallOrders(database, now());
  await forgetWhatEnded(database, now());
  await forgetEndedEntrances(database, now());
  await forgetEndedDesks(database, now());
  await forgetOldRows(database, now());
  await forgetOldEvents(database, now());
  await forgetOldDeliveries(database, now());
  await forgetOldRequests(database, now());
}

async function tellDays(ports: HousekeepingPorts, days: DayTeller): Promise<void> {
  if (await ports.duties.take('tell days')) await days.tell(ports.now());
}

async function addUp({ database, duties }: HousekeepingPorts): Promise<void> {
  if (await duties.take('add up figures')) await addUpTallies(database);
}

async function divide(ports: HousekeepingPorts): Promise<void> {
  if (!(await ports.duties.take('make partitions'))) return;
  const made = await makePartitions(ports);
  if (made.length > 0) ports.logger.info('partitions.made', { made });
}

/** Erases expired files, in one process at a time, because two would only wait for each other. */
async function erase(ports: HousekeepingPorts, life: FileLife): Promise<void> {
  if ((await ports.pastGuard.check()) !== undefined) return;
  if (!(await ports.duties.take('erase files'))) return;
  const { marked, removed } = await eraseExpiredFiles(ports, life);
  if (marked > 0 || removed > 0) ports.logger.info('files.erased', { certificates: marked, files: removed });
}

async function forgetJournal(ports: HousekeepingPorts, days: number): Promise<void> {
  if (!(await ports.duties.take('forget journal'))) return;
  const pieces = await forgetOldJournal(ports, days);
  if (pieces > 0) ports.logger.info('journal.forgotten', { pieces });
}

/**
 * Whether the database has lost signed data. If it cannot be compared now, the answer is yes, and files are swept
 * later.
 */
async function isPastLost(pastGuard: HousekeepingPorts['pastGuard']): Promise<boolean> {
  return pastGuard.check().then(
    (lost) => lost !== undefined,
    () => true,
  );
}
