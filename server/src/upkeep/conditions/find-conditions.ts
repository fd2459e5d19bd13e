/** Finds the conditions that are true, given the facts. */

import type { ToldProblem } from '../../anchoring/ports.ts';
import type { ProviderStanding } from '../../timestamps/counters.ts';
import type { WitnessProblem } from '../../transparency/witnesses/ports.ts';
import { type ConditionName, conditionOf, type Part } from './conditions.ts';

/** A condition that is true now. */
export type Found = {
  name: ConditionName;
  /** The cause, for conditions of a chain or a witness, which can have several. */
  code?: string;
  /** The chain or witness that has the condition. */
  about?: { network: string } | { witness: string };
  /** A message that strangers may read. If undefined, the words of the condition are shown. */
  message?: string;
  /** Details for the operator alone: names, paths, numbers. */
  detail?: string;
};

/**
 * A disk. `files` says how many more files it can hold and how many in all; undefined on disks that do not count
 * them.
 */
export type Disk = {
  freeBytes: number;
  totalBytes: number;
  files?: { free: number; total: number } | undefined;
};

/** The facts that a process knows. An undefined fact is not known here, and makes no condition true. */
export type Facts = {
  isDatabaseAway?: boolean;
  isStandbyMissing?: boolean;
  /** What the log has signed and the database has lost. */
  lostPast?: string | undefined;
  areFilesAway?: boolean;
  /**
   * The disks that this process writes to. Each disk is judged: one may have too few bytes left, and the other too few
   * files.
   */
  disks?: readonly Disk[];
  /** The providers, in the order in which they are asked for a live certificate. */
  providers?: readonly ProviderStanding[];
  isMailFailing?: boolean;
  cleanups?: number;
  descriptors?: { open: number; most: number } | undefined;
  isPresent?: boolean;
  replica?: 'behind' | 'away' | undefined;
  chainProblems?: readonly (ToldProblem & { network: string })[];
  witnessProblems?: readonly WitnessProblem[];
  /** Whether certificates have waited for a minute without the log growing. */
  isLogStuck?: boolean;
  failedLogStamps?: number;
  pendingMigrations?: readonly string[];
};

const LITTLE_ROOM = 0.1;
/**
 * The room below which a disk counts as full. It is what several uploads of 50 MB at the same time take, and what the
 * database needs to stop in good order.
 */
const NO_ROOM_BYTES = 256 * 2 ** 20;
/**
 * The number of files below which a disk counts as full. An upload makes a file, and two more while it arrives; the
 * database makes some dozens at a time.
 */
const NO_ROOM_FILES = 1_000;
const MANY_DESCRIPTORS = 0.9;
const CLOCK_OFF_MS = 1_000;
const FORKS = new Set(['fork', 'ahead']);

export function findConditions(facts: Facts): Found[] {
  return [
    ...when(facts.isDatabaseAway, 'database_away'),
    ...aboutPast(facts.lostPast),
    ...when(facts.isStandbyMissing, 'standby_missing'),
    ...when(facts.areFilesAway, 'files_away'),
    ...aboutProviders(facts.providers ?? []),
    ...when(facts.isLogStuck, 'log_not_sequenced'),
    ...aboutWitnesses(facts.witnessProblems ?? []),
    ...when(facts.isMailFailing, 'mail_failing'),
    ...(facts.chainProblems ?? []).map(aboutChain),
    ...when((facts.failedLogStamps ?? 0) > 0, 'log_not_stamped'),
    ...aboutDisks(facts.disks ?? []),
    ...aboutDescriptors(facts.descriptors),
    ...when(facts.isPresent === false, 'presence_lost'),
    ...when(facts.replica === 'behind', 'replica_behind'),
    ...when(facts.replica === 'away', 'replica_away'),
    ...aboutCleanups(facts.cleanups ?? 0),
    ...aboutMigrations(facts.pendingMigrations ?? []),
  ];
}

function when(isTrue: boolean | undefined, name: ConditionName): Found[] {
  return isTrue === true ? [{ name }] : [];
}

function aboutPast(lostPast: string | undefined): Found[] {
  if (lostPast === undefined) return [];
  return [
    {
      name: 'past_lost',
      message: `Nothing is certified: ${lostPast}. Stop all servers and see sello recover.`,
    },
  ];
}

function aboutProviders(providers: readonly ProviderStanding[]): Found[] {
  const open = providers.filter(({ isOpen }) => isOpen);
  const off = providers.filter(({ clockOffMs }) => Math.abs(clockOffMs) > CLOCK_OFF_MS);
  const failing = open.length === providers.length ? 'providers_away' : 'provider_failing';
  return [
    ...(open.length > 0 ? [{ name: failing, detail: open.map(({ name }) => name).join(', ') } as const] : []),
    ...(off.length > 0
      ? [
          {
            name: 'clock_off',
            detail: off.map(({ name, clockOffMs }) => `${name}: ${clockOffMs} ms`).join(', '),
          } as const,
        ]
      : []),
  ];
}

function aboutChain({ network, code, message }: ToldProblem & { network: string }): Found {
  return {
    name: 'chain_problem',
    about: { network },
    code,
    message,
    detail: `${network}: ${code}: ${message}`,
  };
}

function aboutWitnesses(problems: readonly WitnessProblem[]): Found[] {
  return problems.map(({ witness, code, message }) => ({
    name: FORKS.has(code) ? 'log_forked' : 'witness_problem',
    about: { witness },
    code,
    message,
    detail: `witness ${witness}: ${code}: ${message}`,
  }));
}

/** The condition of the disk that is worst off. */
function aboutDisks(disks: readonly Disk[]): Found[] {
  const found = disks.flatMap(aboutDisk);
  const worst = found.find(({ name }) => name === 'disk_full') ?? found[0];
  return worst === undefined ? [] : [worst];
}

function aboutDisk({ freeBytes, totalBytes, files }: Disk): Found[] {
  // Both the bytes and the number of files are judged, because small files use up the number before the bytes.
  const rooms = [
    roomOf(freeBytes, totalBytes, NO_ROOM_BYTES),
    ...(files === undefined ? [] : [roomOf(files.free, files.total, NO_ROOM_FILES)]),
  ];
  const name = ROOMS.find((room) => rooms.includes(room));
  if (name === undefined) return [];
  const ofFiles = files === undefined ? '' : `, room for ${files.free} of ${files.total} files`;
  return [{ name, detail: `${freeBytes} of ${totalBytes} bytes free${ofFiles}` }];
}

const ROOMS = ['disk_full', 'disk_nearly_full'] as const;

/**
 * Judges the free room by two limits: `none`, and a tenth of the disk, which is the smaller one on a small disk. A disk
 * is full below the smaller limit, and nearly full below the larger.
 */
function roomOf(free: number, total: number, none: number): (typeof ROOMS)[number] | undefined {
  const [full, nearly] = [Math.min(none, total * LITTLE_ROOM), Math.max(none, total * LITTLE_ROOM)];
  if (free < full) return 'disk_full';
  return free < nearly ? 'disk_nearly_full' : undefined;
}

function aboutDescriptors(descriptors: Facts['descriptors']): Found[] {
  if (descriptors === undefined || descriptors.open < descriptors.most * MANY_DESCRIPTORS) return [];
  return [{ name: 'descriptors_short', detail: `${descriptors.open} of ${descriptors.most} open` }];
}

/**
 * How many clean-ups must wait before the operator is told. A single one that is just being retried needs no attention.
 */
const MANY_CLEANUPS = 10;

function aboutCleanups(waiting: number): Found[] {
  return waiting < MANY_CLEANUPS ? [] : [{ name: 'cleanups_waiting', detail: `${waiting} wait` }];
}

function aboutMigrations(pending: readonly string[]): Found[] {
  return pending.length === 0 ? [] : [{ name: 'migrations_pending', detail: pending.join(', ') }];
}

/** The parts that do not work. */
export function redParts(found: readonly Found[]): Set<Part> {
  const red = found.map(({ name }) => conditionOf(name)).filter(({ level }) => level === 'red');
  return new Set(red.flatMap(({ touches }) => touches));
}
