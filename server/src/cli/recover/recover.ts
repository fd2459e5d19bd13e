/** `sello recover`: restores what an outdated database has lost, from the journal beside the files. */

import type { DatabaseAddress } from '../../database/address.ts';
import { openForCommand } from '../../database/open-database.ts';
import { readMasterKeys } from '../../database/open-master-keys.ts';
import type { Database } from '../../database/pool.ts';
import { openPlainBlobs } from '../../files/open-blobs.ts';
import { closeAll, type OnClose } from '../../kernel/closing.ts';
import { silentLogger } from '../../kernel/logger.ts';
import { systemSurroundings } from '../../kernel/surroundings.ts';
import { unwrapKey } from '../../kernel/wrapping/key-envelope.ts';
import type { Config } from '../../settings.ts';
import { makeMerkleLogStore } from '../../transparency/pg-log.ts';
import { describeLostPast } from '../../transparency/rollback/compare-past.ts';
import { acceptLoss } from '../../upkeep/recover/accept-loss.ts';
import { applyRecovery, type Recovered } from '../../upkeep/recover/apply.ts';
import { makeRecoverReads } from '../../upkeep/recover/pg-recover-reads.ts';
import {
  planRecovery,
  type RecoverPorts,
  type Recovery,
  type RecoveryPlan,
  unnamedFiles,
} from '../../upkeep/recover/plan.ts';
import { readOperatorConfig } from '../shared/operator-config.ts';
import type { Terminal } from '../shared/terminal.ts';
import { CommandFailed, readArguments, refuseArguments, UsageError } from '../shared/usage.ts';
import { linesOf, refusalOf, some } from './describe-plan.ts';

const OPTIONS = { apply: { type: 'boolean' }, 'accept-loss': { type: 'boolean' } } as const;

export async function recoverCommand(args: string[], terminal: Terminal): Promise<void> {
  const { values, positionals } = readArguments(args, OPTIONS);
  refuseArguments(positionals);
  if (values.apply && values['accept-loss'])
    throw new UsageError('--apply puts back what was lost, --accept-loss continues without it: choose one.');
  const config = readOperatorConfig(terminal);
  const onClose: OnClose = [];
  try {
    const { database, address } = await openForCommand(config, silentLogger, onClose);
    const ports = await openRecover(config, database, onClose);
    const { now } = systemSurroundings(silentLogger);
    const recovery = await planRecovery(ports);
    if (values['accept-loss']) return await accept(ports, address, recovery, now(), terminal);
    await tellRecovery(ports, recovery, terminal);
    if (recovery.kind !== 'plan') return;
    if (!values.apply) return terminal.out('Nothing was changed. sello recover --apply does it.');
    tellRecovered(await applyRecovery(ports, address, recovery.plan, now()), terminal);
  } finally {
    await closeAll(onClose);
  }
}

async function openRecover(config: Config, database: Database, onClose: OnClose): Promise<RecoverPorts> {
  const { blobs, kept } = await openPlainBlobs(config, systemSurroundings(silentLogger), onClose);
  const masters = await readMasterKeys(config);
  return {
    kept,
    keyWrapping: { unwrap: (place, stored) => unwrapKey(masters, place, stored) },
    merkleLog: makeMerkleLogStore(database),
    reads: makeRecoverReads(database),
    inventory: blobs,
    stored: blobs,
  };
}

/** Throws `CommandFailed` (exit 1) if nothing can be restored. */
async function tellRecovery(ports: RecoverPorts, recovery: Recovery, { out }: Terminal): Promise<void> {
  switch (recovery.kind) {
    case 'nothing':
      return out('This database has everything that its log has signed. There is nothing to recover.');
    case 'unknown':
      return out(
        'No checkpoint is kept beside these files, so it is unknown whether this database has lost anything. sello fsck asks witnesses and the chain.',
      );
    case 'refused':
      for (const line of refusalOf(recovery.lost)) out(line);
      throw new CommandFailed();
    case 'plan':
      for (const line of linesOf(recovery.plan)) out(line);
      await tellUnnamed(ports, recovery.plan, out);
      if (recovery.plan.gap !== undefined) throw new CommandFailed();
  }
}

/** Lists stored files of which only the hash is known. They were certified just before the loss, or never. */
async function tellUnnamed(
  ports: RecoverPorts,
  plan: RecoveryPlan,
  out: (line: string) => void,
): Promise<void> {
  const found: string[] = [];
  for await (const { accountId, name, modifiedAt } of unnamedFiles(ports, plan)) {
    found.push(`${accountId} ${name.slice(0, 64)} stored ${modifiedAt.toISOString()}`);
  }
  for (const line of some(
    'Files that no certificate names, neither here nor in the journal; whoever sent them has to certify them again',
    found,
  ))
    out(line);
}

function tellRecovered({ certificates, renamed, granted }: Recovered, { out }: Terminal): void {
  const lines = [
    `Put back: ${certificates} certificates. Run sello fsck before you serve from this database.`,
    ...some('Newer certificates that returned their external id to a recovered certificate', renamed),
    ...some('Accounts whose grants were lost too: they are granted again what they have used', granted),
  ];
  for (const line of lines) out(line);
}

async function accept(
  ports: RecoverPorts,
  address: DatabaseAddress,
  recovery: Recovery,
  now: Date,
  { out }: Terminal,
): Promise<void> {
  if (recovery.kind === 'nothing' || recovery.kind === 'unknown')
    return out('Nothing is known to be lost. Nothing was changed.');
  if (recovery.kind === 'plan' && recovery.plan.gap === undefined)
    throw new CommandFailed(
      'Everything can be put back: sello recover --apply does it. Nothing was changed.',
    );
  if (recovery.kind === 'refused' && recovery.lost.kind === 'other_log')
    throw new CommandFailed(`${describeLostPast(recovery.lost)}. Nothing was changed.`);
  const folder = await acceptLoss(ports, address, now);
  out(`The other history is in log/${folder} of the file store. The log continues from this database.`);
}
