/**
 * Watches the conditions of this process. A caller who asks while an earlier question is being answered shares its
 * answer, and every question has a time limit. `/readyz` needs no key, so many callers must cost no more than one.
 */

import { constants } from 'node:fs';
import { access, readdir, readFile, statfs } from 'node:fs/promises';
import path from 'node:path';
import type { AnchorStore } from '../../anchoring/ports.ts';
import type { Database } from '../../database/pool.ts';
import type { Replica } from '../../database/replica/open-replica.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ProviderStanding } from '../../timestamps/counters.ts';
import { describeLostPast } from '../../transparency/rollback/compare-past.ts';
import type { PastGuard } from '../../transparency/rollback/past-guard.ts';
import type { CosignatureStore } from '../../transparency/witnesses/ports.ts';
import { type Disk, type Facts, type Found, findConditions } from './find-conditions.ts';
import { watchProgress } from './pg-progress.ts';
import { readStandbyMissing } from './pg-standby.ts';

export type Conditions = {
  look(): Promise<Found[]>;
  disks(): Promise<Disk[]>;
};

export type ConditionPorts = {
  database: Database;
  /** Rejects if the store of files cannot be used. */
  filesReady: () => Promise<void>;
  pastGuard: Pick<PastGuard, 'lost'>;
  providers: () => readonly ProviderStanding[];
  isMailFailing: () => boolean;
  cleanups: () => number;
  isPresent: () => boolean;
  replica: Replica | undefined;
  anchors: Pick<AnchorStore, 'problems'>;
  cosignatures: Pick<CosignatureStore, 'problems'>;
  dataDir: string;
  now: Clock;
};

/**
 * The time limit of a question. It is longer than the limits of the bucket and of the database, so that each of these
 * reports its own failure first.
 */
const ANSWER_WITHIN_MS = 2_000;
/** A short delay of the replica is not a problem. */
const REPLICA_AFTER_MS = 5_000;

export function watchConditions(ports: ConditionPorts): Conditions {
  let underWay: Promise<Found[]> | undefined;
  const readProgress = watchProgress(ports);
  const look = async () => {
    const [ofDatabase, areFilesAway, disks, descriptors] = await Promise.all([
      readDatabase(ports, readProgress),
      fails(checkFiles(ports)),
      readDisks(ports.dataDir),
      countDescriptors(),
    ]);
    const lost = ports.pastGuard.lost();
    return findConditions({
      ...ofDatabase,
      areFilesAway,
      disks,
      descriptors,
      lostPast: lost && describeLostPast(lost),
      providers: ports.providers(),
      isMailFailing: ports.isMailFailing(),
      cleanups: ports.cleanups(),
      isPresent: ports.isPresent(),
      replica: standingOf(ports.replica),
    });
  };
  return {
    disks: () => readDisks(ports.dataDir),
    look() {
      underWay ??= look().finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
  };
}

/** Reads the facts of the database. While it does not answer, they are unknown. */
async function readDatabase(
  { database, anchors, cosignatures, now }: ConditionPorts,
  readProgress: () => Promise<Facts>,
): Promise<Facts> {
  if (await fails(inTime(database.query('select 1', [], 'ready')))) return { isDatabaseAway: true };
  const known = async <F>(facts: Promise<F>) => inTime(facts).catch(() => undefined);
  const [chainProblems, witnessProblems, progress, isStandbyMissing] = await Promise.all([
    known(anchors.problems(now())),
    known(cosignatures.problems(now())),
    known(readProgress()),
    known(readStandbyMissing(database)),
  ]);
  return {
    // This process may know of a commit that the query does not show: one that it gave up, and whose session is gone.
    isStandbyMissing: isStandbyMissing === true || database.confirms?.() === false,
    ...(chainProblems && { chainProblems }),
    ...(witnessProblems && { witnessProblems }),
    ...progress,
  };
}

async function checkFiles({ filesReady, dataDir }: ConditionPorts): Promise<void> {
  await access(path.join(dataDir, 'files'), constants.R_OK | constants.W_OK);
  await inTime(filesReady());
}

function standingOf(replica: Replica | undefined): Facts['replica'] {
  if (replica === undefined) return undefined;
  const { state, sinceMs } = replica.standing();
  return state === 'in use' || performance.now() - sinceMs < REPLICA_AFTER_MS ? undefined : state;
}

/** The disk of the data folder and that of its files, which may be the same. Empty if there is no folder yet. */
export async function readDisks(dataDir: string): Promise<Disk[]> {
  const disks = await Promise.all([dataDir, path.join(dataDir, 'files')].map(spaceOf));
  return disks.filter((disk) => disk !== undefined);
}

async function spaceOf(folder: string): Promise<Disk | undefined> {
  try {
    const { bavail, blocks, bsize, ffree, files } = await statfs(folder);
    // Some file systems set no limit to the number of files, and report none.
    const places = files === 0 ? undefined : { free: ffree, total: files };
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, files: places };
  } catch {
    return undefined;
  }
}

/** Counts the open descriptors. Undefined if the system does not tell. */
async function countDescriptors(): Promise<Facts['descriptors']> {
  try {
    const limits = await readFile('/proc/self/limits', 'utf8');
    const most = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1]);
    return Number.isNaN(most) ? undefined : { open: (await readdir('/proc/self/fd')).length, most };
  } catch {
    return undefined;
  }
}

async function fails(task: Promise<unknown>): Promise<boolean> {
  return task.then(
    () => false,
    () => true,
  );
}

async function inTime<T>(task: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), ANSWER_WITHIN_MS);
  // After the time limit nobody waits for the answer, so its failure must not end the process.
  task.catch(() => {});
  return Promise.race([task, late.promise]).finally(() => clearTimeout(timer));
}
