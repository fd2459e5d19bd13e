/** Which conditions the facts make true. */

import type { ToldProblem } from '../../anchoring/ports.ts';
import type { ProviderStanding } from '../../timestamps/counters.ts';
import type { WitnessProblem } from '../../transparency/witnesses/ports.ts';
import { type ConditionName, conditionOf, type Part } from './conditions.ts';

/** A condition that is true now. */
export type Found = {
  name: ConditionName;
  /** What exactly, where a condition has several causes: of a chain, a witness. */
  code?: string;
  /** Which chain or witness. */
  about?: { network: string } | { witness: string };
  /** In words that strangers may read. The words of the condition where there is none. */
  message?: string;
  /** For the operator alone: names, paths, numbers. */
  detail?: string;
};

/** What a process knows. A fact that is missing is not known here, and makes nothing true. */
export type Facts = {
  isDatabaseAway?: boolean;
  isStandbyMissing?: boolean;
  /** What the log has signed and the database has lost. */
  lostPast?: string | undefined;
  areFilesAway?: boolean;
  disk?: { freeBytes: number; totalBytes: number } | undefined;
  /** In the order in which they are asked for a live certificate. */
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
/** Uploads of 50 MB, several at once, and what the database needs to stop in good order. */
const NO_ROOM_BYTES = 256 * 2 ** 20;
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
    ...aboutDisk(facts.disk),
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

function aboutDisk(disk: Facts['disk']): Found[] {
  if (disk === undefined || disk.freeBytes > disk.totalBytes * LITTLE_ROOM) return [];
  const name = disk.freeBytes < NO_ROOM_BYTES ? 'disk_full' : 'disk_nearly_full';
  return [{ name, detail: `${disk.freeBytes} of ${disk.totalBytes} bytes free` }];
}

function aboutDescriptors(descriptors: Facts['descriptors']): Found[] {
  if (descriptors === undefined || descriptors.open < descriptors.most * MANY_DESCRIPTORS) return [];
  return [{ name: 'descriptors_short', detail: `${descriptors.open} of ${descriptors.most} open` }];
}

/** One that is just being retried needs nobody. */
const MANY_CLEANUPS = 10;

function aboutCleanups(waiting: number): Found[] {
  return waiting < MANY_CLEANUPS ? [] : [{ name: 'cleanups_waiting', detail: `${waiting} wait` }];
}

function aboutMigrations(pending: readonly string[]): Found[] {
  return pending.length === 0 ? [] : [{ name: 'migrations_pending', detail: pending.join(', ') }];
}

/** Parts that do not work. */
export function redParts(found: readonly Found[]): Set<Part> {
  const red = found.map(({ name }) => conditionOf(name)).filter(({ level }) => level === 'red');
  return new Set(red.flatMap(({ touches }) => touches));
}
