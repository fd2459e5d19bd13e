/** The `sello` program: one command per verb. */

import { report } from './cli/report.ts';
import type { Terminal } from './cli/terminal.ts';

type Command = (args: string[], terminal: Terminal) => Promise<void>;

/** Imported on demand: checking a proof should not load a web server. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./cli/serve.ts')).serveCommand,
  worker: async () => (await import('./cli/worker.ts')).workerCommand,
  migrate: async () => (await import('./cli/migrate.ts')).migrateCommand,
  account: async () => (await import('./cli/account.ts')).accountCommand,
  'badge-key': async () => (await import('./cli/badge-key.ts')).badgeKeyCommand,
  key: async () => (await import('./cli/key.ts')).keyCommand,
  status: async () => (await import('./cli/status.ts')).statusCommand,
  fsck: async () => (await import('./cli/fsck.ts')).fsckCommand,
  backup: async () => (await import('./cli/backup.ts')).backupCommand,
  restore: async () => (await import('./cli/restore.ts')).restoreCommand,
  certify: async () => (await import('./cli/certify.ts')).certifyCommand,
  members: async () => (await import('./cli/members.ts')).membersCommand,
  roster: async () => (await import('./cli/roster.ts')).rosterCommand,
  verify: async () => (await import('./cli/verify.ts')).verifyCommand,
};

const USAGE = `sello: certifies digital files

  sello serve                              API, pages and workers in one process; no settings needed
  sello worker                             only sequencing and anchoring, beside any number of servers
  sello migrate                            migrate the database to this version's schema
  sello account create --email E --name N [--certificates 5]
  sello account grant ACCOUNT NUMBER       more live certificates (ACCOUNT: id or e-mail)
  sello account list                       also shows who has asked to be deleted
  sello account reset-password ACCOUNT     print a link that works once, for an hour
  sello account change-email ACCOUNT_ID E  for an owner who lost the account to another address
  sello account remove-second-factor ACCOUNT
  sello account close ACCOUNT_ID           for good: revokes keys, blanks name and e-mail; certificates stay
  sello key create --account ACCOUNT --name N [--mode live|test] [--scopes a,b] [--rate 60] [--quota 1000] [--expires DATE]
  sello key list --account ACCOUNT
  sello key revoke KEY --account ACCOUNT [--reason TEXT]
  sello badge-key rotate ACCOUNT [--mode live|test]
                                           sign badges with a new key; what the old ones signed stays good
  sello status [--json]                    version, database, queue, anchors, keys, mail, disk, and what needs attention
  sello fsck [--repair] [--quick] [--json] check all stored data and report problems; exit 0 only if none is left
  sello backup FOLDER [--encrypt]          a consistent copy of everything, while servers run; without the master key
  sello restore FOLDER [--accept-forgeable]
                                           into an empty data folder and an empty database
  sello certify FILE… [--wait] [--out DIR] certify files and folders against SELLO_URL with SELLO_API_KEY
  sello members import FILE [--dry-run] [--on-conflict skip|update|fail] [--key K] [--url U]
                                           enter members from a CSV or JSON file
  sello roster FILE --course ID [--dry-run] [--approve] [--all-or-nothing] [--key K] [--url U]
                                           award points to those who were at a course
  sello verify [FILE | --hash HEX] [--tsr F] [--xml F] [--bundle F] [--root PEM]… [--log-key KEY]…
               [--trusted-block HASH | --rpc URL] [--json]
  sello verify --transcript FILE [--json]
                                           check evidence offline; exit 0 only if every requested check passes

Settings are SELLO_* environment variables; the README lists them all.`;

const terminal: Terminal = {
  env: process.env,
  write: (text) => process.stdout.write(text),
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
  status: process.stderr.isTTY
    ? (line) => process.stderr.write(`\r\x1b[2K${line.slice(0, process.stderr.columns - 1)}`)
    : undefined,
};

const [name = 'help', ...args] = process.argv.slice(2);
const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
if (load === undefined) {
  const asked = ['help', '--help', '-h'].includes(name);
  (asked ? terminal.out : terminal.error)(asked ? USAGE : `There is no command "${name}".\n\n${USAGE}`);
  process.exitCode = asked ? 0 : 2;
} else {
  try {
    const command = await load();
    await command(args, terminal);
  } catch (error) {
    process.exitCode = report(error, terminal, USAGE);
  }
}
