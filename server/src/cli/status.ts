/** `sello status`: shows what an operator needs to know at a glance, and changes nothing. */

import { access, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { DatabaseAddress } from '../database/address.ts';
import { databaseAddress } from '../database/open-database.ts';
import { readMasterKeys } from '../database/open-master-keys.ts';
import { asDatabaseError, isDatabaseAway } from '../database/outcome.ts';
import { connect } from '../database/pool.ts';
import { lookAtReplica, type ReplicaLook } from '../database/replica/look-at-replica.ts';
import { openSnapshot } from '../database/snapshot.ts';
import { openPlainBlobs } from '../files/open-blobs.ts';
import { closeAll, type OnClose } from '../kernel/closing.ts';
import { AppError } from '../kernel/errors.ts';
import { silentLogger } from '../kernel/logger.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { systemSurroundings } from '../kernel/surroundings.ts';
import type { Config } from '../settings.ts';
import { makeMerkleLogStore } from '../transparency/pg-log.ts';
import type { LogKeyAlgorithm } from '../transparency/ports.ts';
import { comparePast, describeLostPast } from '../transparency/rollback/compare-past.ts';
import { readKept } from '../transparency/rollback/kept-checkpoint.ts';
import { askProcess } from '../upkeep/status/ask-process.ts';
import { readDatabaseFacts } from '../upkeep/status/pg-status.ts';
import { describeStatus, type ReadStatus } from '../upkeep/status/status.ts';
import type { Status } from '../upkeep/status/status-report.ts';
import { readOperatorConfig } from './shared/operator-config.ts';
import type { Terminal } from './shared/terminal.ts';
import { readArguments, refuseArguments } from './shared/usage.ts';

export async function statusCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, { json: { type: 'boolean' } });
  refuseArguments(positionals);
  const config = readOperatorConfig(terminal);
  const status = await describeStatus(
    await readVersion(),
    config,
    await readAll(config),
    await readMasterKeys(config),
    systemSurroundings(silentLogger).now(),
  );
  if (values.json) terminal.out(JSON.stringify(status, null, 2));
  else for (const line of linesOf(status)) terminal.out(line);
}

const NOTHING: ReadStatus = {
  facts: undefined,
  lostPast: undefined,
  isDatabaseAway: false,
  areFilesAway: false,
  ofProcess: undefined,
};

async function readAll(config: Config): Promise<ReadStatus> {
  // If the embedded database does not exist yet, `status` does not create it.
  if (config.databaseUrl === undefined && !(await isThere(path.join(config.dataDir, 'postgres'))))
    return NOTHING;
  const onClose: OnClose = [];
  try {
    const address = await databaseAddress(config, silentLogger, onClose);
    const snapshot = await openSnapshot(address);
    onClose.push(() => snapshot.close());
    const facts = await readDatabaseFacts(snapshot, config.witnessQuorum);
    if (facts === undefined) return NOTHING;
    const { databaseReplicaUrl: url } = config;
    return {
      facts: url === undefined ? facts : { ...facts, replica: await lookAtReplica(url, snapshot) },
      isDatabaseAway: false,
      ...(await readFiles(config, address, onClose)),
      ofProcess: await askProcess(config, facts.owners),
    };
  } catch (error) {
    if (!isDatabaseAway(asDatabaseError(error))) throw error;
    return { ...NOTHING, isDatabaseAway: true };
  } finally {
    await closeAll(onClose);
  }
}

/**
 * Whether the file store can be used, and whether the part of the log that is kept in it is newer than the database.
 */
async function readFiles(
  config: Config,
  address: DatabaseAddress,
  onClose: OnClose,
): Promise<Pick<ReadStatus, 'lostPast' | 'areFilesAway'>> {
  const database = connect(address, 1);
  onClose.push(() => database.close());
  try {
    const { kept, ready } = await openPlainBlobs(config, systemSurroundings(silentLogger), onClose);
    await ready();
    const signed = await readKept(kept);
    const lost = signed && (await comparePast(makeMerkleLogStore(database), signed));
    return { lostPast: lost && describeLostPast(lost), areFilesAway: false };
  } catch (error) {
    if (error instanceof AppError || error instanceof OperatorError)
      return { lostPast: undefined, areFilesAway: true };
    throw error;
  }
}

async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(version);
}

async function isThere(folder: string): Promise<boolean> {
  return access(folder).then(
    () => true,
    () => false,
  );
}

function linesOf(status: Status): string[] {
  const line = (label: string, text: string) => `${label.padEnd(16)} ${text}`;
  return [
    line('Sello', `${status.version} at ${status.baseUrl}`),
    ...databaseLines(status).map(([label, text]) => line(label, text)),
    line('Time stamps', providersOf(status)),
    line(
      'Keys',
      `${status.keys.wrapped} wrapped, ${status.keys.bare} not; master key: ${status.keys.master}`,
    ),
    line('Files', status.filesEncrypted ? 'encrypted' : 'not encrypted'),
    line('Mail', status.mail ? 'configured' : 'not configured'),
    line('Proxies', status.trustedProxies.join(', ') || 'none named'),
    line('Disk', diskOf(status)),
    line('Last backup', backupOf(status)),
    '',
    ...(status.attention.length === 0
      ? ['Nothing needs attention.']
      : status.attention.map((text) => `!  ${text}`)),
  ];
}

function algorithmName(algorithm: LogKeyAlgorithm): string {
  return algorithm === 'ed25519' ? 'Ed25519' : 'ML-DSA-44';
}

function databaseLines({
  database,
  renewals,
  isDatabaseAway,
  knowsProcess,
}: Status): [label: string, text: string][] {
  if (database === undefined) return [['Database', isDatabaseAway ? 'does not answer' : 'none yet']];
  const { log, anchors, witnesses, stamps } = database;
  const kind = database.isEmbedded ? 'embedded PostgreSQL' : 'PostgreSQL';
  const since = log.lastCheckpointAt?.toISOString() ?? 'never';
  return [
    ['Database', `${kind} ${database.version}, ${megabytes(database.sizeBytes)}`],
    ...(database.replica === undefined ? [] : [replicaLine(database.replica)]),
    [
      'Processes',
      `${database.processes === 0 ? 'no server is running' : database.processes}${knowsProcess || database.processes === 0 ? '' : '; none of them answered on this machine, so conditions of processes are not known here'}`,
    ],
    [
      'Log',
      `${log.size} certificates, ${log.waiting} waiting; last checkpoint: ${since}${log.signsWith.length === 0 ? '' : `; signed with ${log.signsWith.map(algorithmName).join(' and ')}`}`,
    ],
    ...anchors.map(({ network, state, count, lastAt }): [string, string] => [
      'Anchors',
      `${network}: ${count} ${state}, the last of ${lastAt.toISOString()}`,
    ]),
    ['Log stamps', stampsOf(stamps)],
    ...(renewals === undefined ? [] : [['Renewals', renewalsOf(renewals)] as [string, string]]),
    ...witnesses.map(({ witness, size, cosignedAt }): [string, string] => [
      'Witnesses',
      `${witness}: ${cosignedAt === undefined ? 'nothing cosigned yet' : `${size} certificates cosigned at ${cosignedAt.toISOString()}`}`,
    ]),
  ];
}

function replicaLine(replica: ReplicaLook): [string, string] {
  return ['Replica', 'problem' in replica ? 'not used, see below' : `${replica.bytesBehind} bytes behind`];
}

function stampsOf({ newest, waiting }: NonNullable<Status['database']>['stamps']): string {
  const last =
    newest === undefined
      ? 'none yet'
      : `${newest.treeSize} certificates stamped in the period of ${newest.periodStart.toISOString()}`;
  if (waiting === undefined) return last;
  const failed = waiting.tries === 0 ? '' : `, ${waiting.tries} failed so far`;
  return `${last}; ${waiting.treeSize} wait for their stamp${failed}`;
}

/** When all time stamps were last renewed, and when the next renewal is due. */
function renewalsOf({ made, last, waiting, due, next }: NonNullable<Status['renewals']>): string {
  const dayOf = (at: Date) => at.toISOString().slice(0, 10);
  const before = ({ of, endsAt }: { of: string; endsAt: Date }) => `before ${of} ends on ${dayOf(endsAt)}`;
  return [
    last === undefined ? 'none yet' : `${made} made, the last on ${dayOf(last.at)} by ${last.hash}`,
    ...(waiting === undefined ? [] : [`one of ${waiting.certificates} certificates is under way`]),
    ...(due === undefined ? [] : [`due now, ${before(due)}`]),
    ...(next === undefined ? [] : [`next due on ${dayOf(next.dueAt)}, ${before(next)}`]),
  ].join('; ');
}

function providersOf({ providers }: Status): string {
  const names = providers.map(({ name, isAccredited, isExpectedToBe, lastTokenAt }) => {
    if (isAccredited) return `${name} (accredited, as its token of ${lastTokenAt?.toISOString()})`;
    return isExpectedToBe && lastTokenAt === undefined
      ? `${name} (configured as accredited; no token yet that shows it)`
      : name;
  });
  return names.join(', then ') || 'embedded authority: for development, no legal value';
}

function diskOf({ disk }: Status): string {
  if (disk === undefined) return 'the data folder does not exist yet';
  return `${megabytes(disk.freeBytes)} of ${megabytes(disk.totalBytes)} free in ${disk.folder}`;
}

function backupOf({ lastBackup }: Status): string {
  if (lastBackup === undefined) return 'none known';
  const { at, folder, isEncrypted } = lastBackup;
  return `${at.toISOString()} in ${folder}${isEncrypted ? ', encrypted' : ''}`;
}

function megabytes(bytes: number): string {
  return bytes < 1e10 ? `${Math.ceil(bytes / 1e6)} MB` : `${Math.floor(bytes / 1e9)} GB`;
}
