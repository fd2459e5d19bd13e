/** Runs what a command line asks for: one command per verb. Only `main.ts` touches the process itself. */

import { allHelp, askedFor, helpOf, isVerb, unknownVerb, type Verb } from './cli/shared/help.ts';
import { report } from './cli/shared/report.ts';
import type { Terminal } from './cli/shared/terminal.ts';

type Command = (args: string[], terminal: Terminal) => Promise<void>;

/** Imported on demand: checking a proof should not load a web server. */
const COMMANDS: Record<Verb, () => Promise<Command>> = {
  serve: async () => (await import('./cli/serve/serve.ts')).serveCommand,
  worker: async () => (await import('./cli/worker.ts')).workerCommand,
  migrate: async () => (await import('./cli/migrate.ts')).migrateCommand,
  account: async () => (await import('./cli/account.ts')).accountCommand,
  person: async () => (await import('./cli/person.ts')).personCommand,
  operator: async () => (await import('./cli/operator.ts')).operatorCommand,
  'badge-key': async () => (await import('./cli/badge-key.ts')).badgeKeyCommand,
  'log-key': async () => (await import('./cli/log-key.ts')).logKeyCommand,
  hold: async () => (await import('./cli/hold.ts')).holdCommand,
  member: async () => (await import('./cli/member.ts')).memberCommand,
  key: async () => (await import('./cli/key.ts')).keyCommand,
  status: async () => (await import('./cli/status.ts')).statusCommand,
  fsck: async () => (await import('./cli/fsck.ts')).fsckCommand,
  partitions: async () => (await import('./cli/partitions.ts')).partitionsCommand,
  backup: async () => (await import('./cli/backup.ts')).backupCommand,
  restore: async () => (await import('./cli/restore.ts')).restoreCommand,
  recover: async () => (await import('./cli/recover/recover.ts')).recoverCommand,
  'export-evidence': async () => (await import('./cli/export-evidence.ts')).exportEvidenceCommand,
  certify: async () => (await import('./cli/certify/certify.ts')).certifyCommand,
  adopt: async () => (await import('./cli/adopt.ts')).adoptCommand,
  proof: async () => (await import('./cli/proof.ts')).proofCommand,
  members: async () => (await import('./cli/members.ts')).membersCommand,
  roster: async () => (await import('./cli/roster.ts')).rosterCommand,
  demo: async () => (await import('./cli/demo/demo.ts')).demoCommand,
  verify: async () => (await import('./cli/verify/verify.ts')).verifyCommand,
  conformance: async () => (await import('./cli/conformance/conformance.ts')).conformanceCommand,
  monitor: async () => (await import('./cli/monitor.ts')).monitorCommand,
  witness: async () => (await import('./cli/witness.ts')).witnessCommand,
  mirror: async () => (await import('./cli/mirror.ts')).mirrorCommand,
  'tsa-proxy': async () => (await import('./cli/tsa-proxy.ts')).tsaProxyCommand,
  webhooks: async () => (await import('./cli/webhooks.ts')).webhooksCommand,
  mcp: async () => (await import('./cli/mcp/mcp.ts')).mcpCommand,
};

/** Commands that read everything, and so run at low priority. */
const STAND_BACK: readonly Verb[] = ['fsck', 'backup'];

/** Resolves with the exit status. */
export async function runCommandLine(given: readonly string[], terminal: Terminal): Promise<number> {
  const [name = 'help', ...args] = given;
  if (['help', '--help', '-h'].includes(name)) {
    const [about = ''] = args;
    terminal.out(isVerb(about) ? await wholeHelpOf(about) : allHelp());
    return 0;
  }
  if (['version', '--version'].includes(name)) {
    terminal.out(await describeVersion());
    return 0;
  }
  if (!isVerb(name)) {
    terminal.error(unknownVerb(name));
    return 2;
  }
  return run(name, args, terminal);
}

async function describeVersion(): Promise<string> {
  return (await import('./cli/shared/version.ts')).describeVersion();
}

/** The help of a verb, with texts that are too long for the list of all verbs. */
async function wholeHelpOf(verb: Verb): Promise<string> {
  if (verb !== 'fsck') return helpOf(verb);
  const { unseenText } = await import('./upkeep/fsck/unseen.ts');
  return `${helpOf(verb)}\n\n${unseenText()}`;
}

async function run(verb: Verb, args: string[], terminal: Terminal): Promise<number> {
  const asked = askedFor(args);
  if (asked !== undefined) {
    terminal.out(asked === 'help' ? await wholeHelpOf(verb) : await describeVersion());
    return 0;
  }
  try {
    if (STAND_BACK.includes(verb)) await standBackEarly(terminal);
    const command = await COMMANDS[verb]();
    await command(args, terminal);
    return 0;
  } catch (error) {
    return report(error, terminal, verb);
  }
}

/**
 * Lowers the priority before the modules of the command are loaded, because loading alone keeps a core busy for a third
 * of a second. A command that starts the database itself lowers its priority only when the database runs: otherwise the
 * database would inherit the low priority, also for servers that connect later.
 */
async function standBackEarly(terminal: Terminal): Promise<void> {
  const { isDatabaseRunning } = await import('./database/is-running.ts');
  if (await isDatabaseRunning(terminal.env)) terminal.standBack?.();
}
