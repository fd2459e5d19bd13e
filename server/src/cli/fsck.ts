/**
 * `sello fsck`: recomputes everything and reports what is wrong and where. The exit status is 0 only if there are no
 * problems.
 */

import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEmbeddedBlocks } from '../anchoring/embedded-chain/read-blocks.ts';
import { configuredNetwork, EMBEDDED_NETWORK } from '../anchoring/networks.ts';
import type { ChainFacts } from '../anchoring/ports.ts';
import { CERTIFICATE_LEAVES } from '../certificates/check/pg-derive-entries.ts';
import { makeLeafOwners } from '../certificates/check/pg-placed-leaves.ts';
import { holdRemovals } from '../certificates/erasing/pg-erasures.ts';
import type { DatabaseAddress } from '../database/address.ts';
import { inOneTransaction } from '../database/connection.ts';
import { openForCommand } from '../database/open-database.ts';
import { readMasterKeys } from '../database/open-master-keys.ts';
import { makeOperatorNotes } from '../database/pg-operator-notes.ts';
import { readServerKeys } from '../database/pg-server-keys.ts';
import { connectForCommand, type Database, type Query } from '../database/pool.ts';
import { openSnapshot, type Snapshot } from '../database/snapshot.ts';
import { presentProcesses } from '../database/upgrades/present-processes.ts';
import { openBlobsToCheck } from '../files/open-blobs.ts';
import { closeAll, type OnClose } from '../kernel/closing.ts';
import { nodeCryptoEngine } from '../kernel/crypto-node.ts';
import type { KeptObjects } from '../kernel/disk/kept-objects.ts';
import { silentLogger } from '../kernel/logger.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { makeBreaks, type TakeBreak } from '../kernel/pacing/breaks.ts';
import { type Surroundings, systemSurroundings } from '../kernel/surroundings.ts';
import { type KeyWrapping, makeKeyWrapping } from '../kernel/wrapping/key-wrapping.ts';
import type { Config } from '../settings.ts';
import { inspectAuthorities } from '../timestamps/authority/inspect.ts';
import { readLogState } from '../transparency/check/pg-read-log.ts';
import { openSigningKey } from '../transparency/log-keys.ts';
import { makeMerkleLogStore } from '../transparency/pg-log.ts';
import type { FsckSubject } from '../upkeep/fsck/fsck.ts';
import {
  type FsckFinding,
  type FsckOptions,
  type FsckPorts,
  type FsckReport,
  MOST_TOLD,
  type RepairPorts,
  runFsck,
} from '../upkeep/fsck/run-fsck.ts';
import { writeJournal } from '../upkeep/journal/keep-past.ts';
import { readOperatorConfig } from './shared/operator-config.ts';
import { makeProgressBar } from './shared/progress-bar.ts';
import type { Terminal } from './shared/terminal.ts';
import { CommandFailed, readArguments, UsageError } from './shared/usage.ts';

const HOUR_MS = 3_600_000;

const OPTIONS = {
  repair: { type: 'boolean' },
  json: { type: 'boolean' },
  quick: { type: 'boolean' },
  'full-speed': { type: 'boolean' },
} as const;

/** Throws `CommandFailed` (exit status 1) unless there were no problems or all of them were repaired. */
export async function fsckCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  if (positionals.length > 0) throw new UsageError(`Unexpected argument "${positionals[0]}".`);
  const config = readOperatorConfig(terminal);
  const onClose: OnClose = [];
  try {
    const { address, database } = await openForCommand(config, silentLogger, onClose);
    terminal.standBack?.();
    const takeBreak = values['full-speed'] ? async () => {} : breaksWhileServersRun(database);
    const surroundings = systemSurroundings(silentLogger);
    const { ports, repairs } = await openFsck(config, address, surroundings, onClose, takeBreak);
    const watched = values.json ? { ...terminal, status: undefined } : terminal;
    const teller = makeTeller(watched, values.json ?? false);
    const report = await runFsck(ports, {
      ...teller.options,
      isQuick: values.quick ?? false,
      repairs: values.repair ? repairs : undefined,
    });
    teller.conclude(report);
    await noteRun(database, report, surroundings.now());
    if (!report.holds) throw new CommandFailed();
  } finally {
    await closeAll(onClose);
  }
}

/**
 * Notes the run, so that the operator can see when the data was last checked. If the database cannot be written to, the
 * check still succeeds.
 */
async function noteRun(database: Database, { holds, subjects }: FsckReport, now: Date): Promise<void> {
  const problems = subjects.reduce((sum, subject) => sum + subject.problems, 0);
  const details = { problems: String(problems), holds };
  await makeOperatorNotes(database)
    .write('last_fsck', details, now)
    .catch(() => {});
}

/** Makes the check pause while servers use this database, so that their callers come first. */
function breaksWhileServersRun(database: Database): TakeBreak {
  const query: Query = (text) => database.query(text, [], 'present-processes');
  const isServed = async () => (await presentProcesses(query)).length > 0;
  return makeBreaks(isServed, { elapsedMs: () => performance.now(), sleep });
}

/** Opens everything that is checked, in its state at the time of this call. */
export async function openFsck(
  config: Config,
  address: DatabaseAddress,
  surroundings: Surroundings,
  onClose: OnClose,
  takeBreak: TakeBreak,
): Promise<{ ports: FsckPorts; repairs: RepairPorts }> {
  onClose.push(await holdRemovals(address));
  const snapshot = await openSnapshot(address, takeBreak);
  onClose.push(() => snapshot.close());
  // A second connection is needed because the snapshot shows only old data. This one reads newer data, and also file
  // keys at times when no snapshot is open.
  const database = connectForCommand(address);
  onClose.push(() => database.close());
  const { stored, blobs, kept, probe } = await openBlobsToCheck(config, database, surroundings, onClose);
  const masters = await readMasterKeys(config);
  const beganAt = surroundings.now();
  const ports: FsckPorts = {
    snapshot,
    database,
    now: surroundings.now,
    beganAt,
    takeBreak,
    blobs,
    kept,
    journalDays: config.journalDays,
    probe,
    crypto: nodeCryptoEngine,
    serverKeys: readServerKeys(snapshot, masters),
    masters,
    leaves: makeLeafOwners(snapshot),
    witnesses: await openAskedWitnesses(config, onClose),
    payingAccount: await openPayingAccount(config, surroundings, onClose),
    inventory: stored,
    blocks: readEmbeddedBlocks(path.join(config.dataDir, 'chain')),
    authorities: await inspectAuthorities(path.join(config.dataDir, 'tsa')),
    trust: config.psc.flatMap(({ trust }) => trust),
    chains: chainFacts(config),
    witnessChains: { live: configuredNetwork(config), test: EMBEDDED_NETWORK },
    log: await readIdentity(snapshot, masters),
  };
  const repairs: RepairPorts = {
    journal: { ...ports, isQuick: false, write: journalWriter({ database, kept, masters }, surroundings) },
    transaction: (work) => inOneTransaction(address, work),
    hourAgo: new Date(beganAt.getTime() - HOUR_MS),
    files: stored,
    kept,
    leafSource: CERTIFICATE_LEAVES,
  };
  return { ports, repairs };
}

function journalWriter(
  { database, kept, masters }: { database: Database; kept: KeptObjects; masters: readonly Uint8Array[] },
  { randomBytes, now }: Surroundings,
): RepairPorts['journal']['write'] {
  const merkleLog = makeMerkleLogStore(database, kept);
  const leavesInHand = { find: () => undefined };
  return (range) => {
    const keyWrapping = { wrap: wrapWith(masters, randomBytes) };
    return writeJournal({ database, merkleLog, kept, keyWrapping, leavesInHand, randomBytes, now }, range);
  };
}

/**
 * Encrypts with the newest master key. The server made that key, so it is missing only on a machine where no server
 * runs.
 */
function wrapWith(
  [newest, ...older]: readonly Uint8Array[],
  randomBytes: Surroundings['randomBytes'],
): KeyWrapping['wrap'] {
  if (newest !== undefined) return makeKeyWrapping([newest, ...older], randomBytes, false).wrap;
  throw new OperatorError({
    en: 'The journal cannot be written without the master key. Run this with the settings and the data folder of the servers.',
    es: 'El diario no se puede escribir sin la clave maestra. Use los ajustes y la carpeta de datos de los servidores.',
  });
}

/** The HTTP client takes a third of the loading time, so it is loaded only if a server will be asked. */
async function openAskedWitnesses(config: Config, onClose: OnClose): Promise<FsckPorts['witnesses']> {
  if (config.witnesses.length === 0) return { all: [], close: async () => {} };
  const { openWitnesses } = await import('../transparency/witnesses/witness-client.ts');
  const witnesses = openWitnesses(config);
  onClose.push(() => witnesses.close());
  return witnesses;
}

async function openPayingAccount(
  { chain }: Config,
  surroundings: Surroundings,
  onClose: OnClose,
): Promise<FsckPorts['payingAccount']> {
  if (chain === undefined) return undefined;
  const { connectEvmChain } = await import('../anchoring/evm/driver.ts');
  const driver = connectEvmChain(chain, surroundings);
  onClose.push(() => driver.close());
  return { driver, isShared: chain.isShared };
}

function chainFacts(config: Config): ChainFacts[] {
  const embedded: ChainFacts = { network: EMBEDDED_NETWORK, trust: 'operator', finality: 'finalized' };
  if (config.chain === undefined) return [embedded];
  const { trust, finality } = config.chain;
  const rule = 'tag' in finality ? finality.tag : `depth:${finality.depth}`;
  return [embedded, { network: configuredNetwork(config), trust, finality: rule }];
}

/** Undefined if the log or its key cannot be read; the check of the log reports that. */
async function readIdentity(snapshot: Snapshot, masters: readonly Uint8Array[]): Promise<FsckPorts['log']> {
  const state = await readLogState(snapshot, masters);
  if (state === undefined) return undefined;
  const { origin, signingKeys } = state;
  const open = (key: Uint8Array) => openSigningKey({ crypto: nodeCryptoEngine }, origin, key);
  return Promise.all(signingKeys.map(open)).then(
    (keys) => ({ origin, vkeys: keys.map(({ vkey }) => vkey) }),
    () => undefined,
  );
}

type Teller = {
  options: Pick<FsckOptions, 'onFinding' | 'onProgress'>;
  conclude(report: FsckReport): void;
};

function makeTeller(terminal: Terminal, isJson: boolean): Teller {
  const bar = makeProgressBar(terminal);
  const findings: (FsckFinding & { subject: FsckSubject })[] = [];
  return {
    options: {
      onFinding(subject, finding) {
        if (isJson) findings.push({ subject, ...finding });
        else
          bar.say(
            `${finding.level === 'note' ? 'note   ' : 'PROBLEM'}  ${finding.where}: ${finding.message}`,
          );
      },
      onProgress: (subject, done) => bar.show('sello fsck', subject, done),
    },
    conclude(report) {
      bar.end();
      if (isJson) terminal.out(JSON.stringify({ ...report, findings }, null, 2));
      else for (const line of summarize(report)) terminal.out(line);
    },
  };
}

function summarize({ holds, subjects, codes, repaired, refusesRepair }: FsckReport): string[] {
  const problems = subjects.reduce((sum, subject) => sum + subject.problems, 0);
  return [
    ...Object.entries(codes).flatMap(([code, count]) =>
      count > MOST_TOLD ? [`         … and ${count - MOST_TOLD} more with code ${code}`] : [],
    ),
    ...repaired.map(({ told }) => `REPAIR   ${told}.`),
    ...subjects.map(({ name, problems: wrong, notes }) => {
      const noted = notes === 0 ? '' : `, ${notes} ${notes === 1 ? 'note' : 'notes'}`;
      return `${wrong === 0 ? '✓' : '✗'} ${name.padEnd(10)} ${wrong === 0 ? 'ok' : `${wrong} wrong`}${noted}`;
    }),
    ...(refusesRepair
      ? ['This database is older than what its log has signed: nothing was repaired or deleted.']
      : []),
    problems === 0
      ? 'No problems found.'
      : holds
        ? 'All problems were repaired. Run sello fsck again to confirm.'
        : 'Problems were found.',
  ];
}
