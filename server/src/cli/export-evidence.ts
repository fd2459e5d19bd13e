/**
 * `sello export-evidence`: writes an archive that proves the certificates of an account even after this service is
 * gone.
 */

import path from 'node:path';
import { makeAnchorStore } from '../anchoring/pg-anchors.ts';
import { holdRemovals } from '../certificates/erasing/pg-erasures.ts';
import { makeCertificateStore } from '../certificates/pg-certificates.ts';
import { openForCommand } from '../database/open-database.ts';
import { openServerKeys } from '../database/pg-server-keys.ts';
import type { Database } from '../database/pool.ts';
import { openBlobs, openPlainBlobs } from '../files/open-blobs.ts';
import type { Verifier } from '../http/pages/verifiers.ts';
import { openVerifiers } from '../http/pages/verifiers.ts';
import { WEB_FOLDER } from '../http/pages/web-assets.ts';
import { closeAll, type OnClose } from '../kernel/closing.ts';
import { nodeCryptoEngine } from '../kernel/crypto-node.ts';
import { silentLogger } from '../kernel/logger.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { makeUntilDone } from '../kernel/pacing/until-done.ts';
import { type Surroundings, systemSurroundings } from '../kernel/surroundings.ts';
import { makeAccess } from '../keys/rate-and-quota/pg-access.ts';
import { makeAccountStore } from '../people/accounts/pg-accounts.ts';
import { makePersonStore } from '../people/persons/pg-persons.ts';
import { ARCHIVED_VERIFIERS } from '../proofs/export-account-evidence/readme.ts';
import { openSink } from '../proofs/export-account-evidence/sink.ts';
import {
  type ArchivePorts,
  type ArchiveResult,
  writeArchive,
} from '../proofs/export-account-evidence/write-archive.ts';
import { openProofs } from '../proofs/open-proofs.ts';
import type { Config } from '../settings.ts';
import { openLasting } from '../timestamps/open-lasting.ts';
import { makeMerkleLogStore } from '../transparency/pg-log.ts';
import { type LogIdentity, openLog } from '../transparency/sequence-log.ts';
import { makeCosignatureStore } from '../transparency/witnesses/pg-cosignatures.ts';
import { readOperatorConfig } from './shared/operator-config.ts';
import { findAccount } from './shared/operator-ports.ts';
import { makeProgressBar } from './shared/progress-bar.ts';
import type { Terminal } from './shared/terminal.ts';
import {
  CommandFailed,
  readArguments,
  refuseArguments,
  required,
  UsageError,
  wholeNumber,
} from './shared/usage.ts';

const OPTIONS = {
  account: { type: 'string' },
  mode: { type: 'string' },
  out: { type: 'string' },
  since: { type: 'string' },
  'with-files': { type: 'boolean' },
  json: { type: 'boolean' },
} as const;

export async function exportEvidenceCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  refuseArguments(positionals);
  const who = required(values.account, '--account');
  const livemode = isLive(values.mode);
  const out = path.resolve(required(values.out, '--out'));
  const since = values.since === undefined ? undefined : wholeNumber(values.since, '--since');
  const config = readOperatorConfig(terminal);
  const bar = makeProgressBar(terminal);
  const onClose: OnClose = [];
  try {
    const verifiers = await readVerifiers();
    const surroundings = systemSurroundings(silentLogger);
    const { database, address } = await openForCommand(config, silentLogger, onClose);
    const { id: accountId } = await findAccount(
      { accounts: makeAccountStore(database), people: makePersonStore(database) },
      who,
    );
    const { ports, identity } = await openArchivePorts(config, database, surroundings, onClose);
    if (values['with-files']) onClose.push(await holdRemovals(address));
    const originals = values['with-files']
      ? (await openBlobs(config, database, surroundings, onClose)).blobs
      : undefined;
    const sink = await openSink(out);
    const result = await writeArchive(
      ports,
      { ...config, identity },
      {
        owner: { accountId, livemode },
        since,
        originals,
        verifiers,
        witnessKeys: config.witnesses.map(({ vkey }) => vkey),
        onProgress: (done) => bar.show('sello export-evidence', 'certificates', done),
      },
      sink,
    ).catch(async (error) => {
      await sink.abandon();
      throw error;
    });
    await sink.finish();
    bar.end();
    conclude(terminal, out, result, values.json ?? false);
  } finally {
    bar.end();
    await closeAll(onClose);
  }
}

function isLive(mode: string | undefined): boolean {
  if (mode === 'live' || mode === 'test') return mode === 'live';
  throw new UsageError(`--mode must be live or test; it is "${mode ?? ''}".`);
}

/** Reads the verifiers that go into the archive. Without them, checking the archive would need this service again. */
async function readVerifiers(): Promise<readonly Verifier[]> {
  const { files } = await openVerifiers(WEB_FOLDER);
  const missing = ARCHIVED_VERIFIERS.filter((wanted) => !files.some(({ name }) => name === wanted));
  if (missing.length === 0) return files;
  throw new OperatorError({
    en: `The verifiers were not built (${missing.join(', ')}). Run "node scripts/setup.mjs" first.`,
    es: `No se han construido los verificadores (${missing.join(', ')}). Ejecute antes "node scripts/setup.mjs".`,
  });
}

async function openArchivePorts(
  config: Config,
  database: Database,
  surroundings: Surroundings,
  onClose: OnClose,
): Promise<{ ports: ArchivePorts; identity: LogIdentity }> {
  // Tiles of the log may be kept in the file store, so that store is opened too.
  const { kept } = await openPlainBlobs(config, surroundings, onClose);
  const { keyWrapping } = await openServerKeys(database, config, surroundings);
  const ports = {
    access: makeAccess(database),
    // The store asks for the number of the process that owns its changes. This command only reads, so any number will
    // do.
    certificates: makeCertificateStore(database, () => 0, makeUntilDone(silentLogger), config),
    merkleLog: makeMerkleLogStore(database, kept),
    anchors: makeAnchorStore(database),
    ...openProofs(database, config),
    cosignatures: makeCosignatureStore(database, config.witnessQuorum),
    ...openLasting(database, config),
    crypto: nodeCryptoEngine,
    now: surroundings.now,
  };
  const origin = config.logOrigin || `${new URL(config.baseUrl).host}/log`;
  const signsMlDsa = config.logMlDsa === 'on';
  return { ports, identity: await openLog({ ...ports, keyWrapping }, origin, { signsMlDsa }) };
}

/** Fails with exit status 1 if an expected original is missing. */
function conclude(
  terminal: Terminal,
  out: string,
  { about, withoutOriginal }: ArchiveResult,
  isJson: boolean,
): void {
  const { certificates, pending, originals, log, next_since } = about;
  if (isJson) terminal.out(JSON.stringify({ out, ...about, without_original: withoutOriginal }, null, 2));
  else {
    const many = certificates === 1 ? '1 certificate' : `${certificates} certificates`;
    terminal.out(`Wrote the evidence of ${many} to ${out}.`);
    const rows: [string, string | number][] = [
      ['provable', certificates - pending],
      ['not yet provable', `${pending}${pending > 0 ? ' (time stamp only; the index names them)' : ''}`],
      ['original files', originals],
      ['log', `${log.name}, ${log.size} entries`],
      ['next time', `--since ${next_since}`],
    ];
    for (const [label, text] of rows) terminal.out(`  ${label.padEnd(16)}  ${text}`);
    terminal.out(`Check it: node sello-verify.mjs ${out}`);
  }
  for (const id of withoutOriginal) terminal.error(`The original file of ${id} is missing or damaged.`);
  if (withoutOriginal.length > 0) throw new CommandFailed();
}
