/** The operator's first page: what `sello status` reports, and figures. */

import { totalmem } from 'node:os';
import { type Static, Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import type { MasterKeySettings } from '../../database/settings.ts';
import type { Language } from '../../http/language.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { OperatorWho } from '../../operations/doors/operator.ts';
import { type Operation, operationsWith } from '../../operations/operation.ts';
import { conditionOf } from '../../upkeep/conditions/conditions.ts';
import type { Found } from '../../upkeep/conditions/find-conditions.ts';
import type { Conditions } from '../../upkeep/conditions/watch-conditions.ts';
import { type DatabaseFacts, readDatabaseFacts } from '../../upkeep/status/pg-status.ts';
import { describeStatus, type StatusSettings } from '../../upkeep/status/status.ts';
import type { Status } from '../../upkeep/status/status-report.ts';
import { HealthSchema } from './health-record.ts';
import { type HourCounts, SHOWN_HOURS } from './hour-counts.ts';
import { readPace, readQueues } from './pg-health.ts';

export type HealthSettings = StatusSettings & { witnessQuorum: number; masterKey: MasterKeySettings };

export type OperatorHealthPorts = {
  records: Database;
  conditions: Conditions;
  hours: HourCounts;
  version: string;
  now: Clock;
  site: HealthSettings;
};

const HOUR_MS = 3_600_000;

export const HEALTH_OPERATION: Operation<OperatorHealthPorts, OperatorWho> = operationsWith<
  OperatorHealthPorts,
  OperatorWho
>().acting({
  method: 'GET',
  path: '/health',
  operationId: 'getHealth',
  scope: 'operator',
  tag: 'Today',
  summary: 'Read the state of the service',
  answers: { 200: Type.Unsafe<Static<typeof HealthSchema>>(HealthSchema) },
  refusals: [],
  async act(ports, { language }) {
    const { records, conditions, site } = ports;
    const now = ports.now();
    const [facts, found] = await Promise.all([
      readDatabaseFacts({ ...records, takenAt: now }, site.witnessQuorum),
      conditions.look(),
    ]);
    if (facts === undefined) throw new Error('The database has no tables');
    const status = await statusOf(ports, facts, now);
    const queues = await readQueues(records.query, now);
    const body = {
      ...figuresOf(facts, status),
      version: ports.version,
      conditions: found.map((one) => toRecord(one, language)),
      hours: await hoursOf(ports, now),
      queues: queues.map(({ name, waiting, oldestAt }) => ({ name, waiting, oldest_at: isoOf(oldestAt) })),
      oldest_waiting_at: isoOf(queues.find(({ name }) => name === 'log')?.oldestAt),
      memory: { used_bytes: process.memoryUsage.rss(), total_bytes: totalmem() },
    };
    return { status: 200, body };
  },
});

/**
 * Leaves out the keys, which only the command line unwraps, and the conditions, which this process knows more
 * precisely.
 */
async function statusOf(
  { site, version }: OperatorHealthPorts,
  facts: DatabaseFacts,
  now: Date,
): Promise<Status> {
  const calm = { ...facts, keys: [], problems: [], witnessProblems: [], isStandbyMissing: false };
  const read = {
    facts: { ...calm, pendingMigrations: [], stamps: { newest: undefined, waiting: undefined } },
    lostPast: undefined,
    isDatabaseAway: false,
    areFilesAway: false,
    ofProcess: [],
  };
  return describeStatus(version, site, read, [], now);
}

function figuresOf(facts: DatabaseFacts, { baseUrl, attention, conditions, disk, lastBackup }: Status) {
  const fsck = facts.notes.find(({ name }) => name === 'last_fsck');
  return {
    base_url: baseUrl,
    pending_migrations: facts.pendingMigrations,
    processes: facts.processes,
    // Drops the first lines, which repeat the conditions.
    attention: attention.slice(conditions.length),
    log: {
      size: facts.log.size,
      waiting: facts.log.waiting,
      last_checkpoint_at: isoOf(facts.log.lastCheckpointAt),
    },
    database: { version: facts.version, size_bytes: facts.sizeBytes },
    disk: disk === undefined ? null : { free_bytes: disk.freeBytes, total_bytes: disk.totalBytes },
    last_backup:
      lastBackup === undefined
        ? null
        : { at: lastBackup.at.toISOString(), folder: lastBackup.folder, encrypted: lastBackup.isEncrypted },
    last_fsck:
      fsck === undefined ? null : { at: fsck.notedAt.toISOString(), problems: Number(fsck.details.problems) },
    anchors: facts.anchors.map(({ lastAt, ...anchor }) => ({ ...anchor, last_at: lastAt.toISOString() })),
    witnesses: facts.witnesses.map(({ witness, size, cosignedAt }) => ({
      witness,
      size,
      cosigned_at: isoOf(cosignedAt),
    })),
  };
}

/** The record of a condition, with details that strangers must not see. */
function toRecord({ name, message, detail }: Found, language: Language) {
  const { level, touches, what, mend } = conditionOf(name);
  const words = message ?? `${what[language]} ${mend[language]}`;
  return { name, level, touches: [...touches], text: detail === undefined ? words : `${words} (${detail})` };
}

async function hoursOf({ records, hours }: OperatorHealthPorts, now: Date) {
  const first = (Math.floor(now.getTime() / HOUR_MS) - SHOWN_HOURS + 1) * HOUR_MS;
  const pace = await readPace(records.query, new Date(first));
  return hours.last().map(({ at, requests, clientErrors, serverErrors }) => ({
    at: at.toISOString(),
    certificates: pace.get(at.getTime()) ?? 0,
    requests,
    client_errors: clientErrors,
    server_errors: serverErrors,
  }));
}

function isoOf(at: Date | undefined): string | null {
  return at?.toISOString() ?? null;
}
