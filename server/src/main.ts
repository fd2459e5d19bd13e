/** The `sello` program: one command per verb. */

import { accountCommand } from './cli/account.ts';
import { certifyCommand } from './cli/certify.ts';
import { keyCommand } from './cli/key.ts';
import { migrateCommand } from './cli/migrate.ts';
import { serveCommand } from './cli/serve.ts';
import type { Terminal } from './cli/terminal.ts';
import { CommandFailed, UsageError } from './cli/usage.ts';
import { verifyCommand } from './cli/verify.ts';
import { ConfigError } from './config.ts';
import { AppError } from './domain/errors.ts';

const COMMANDS: Record<string, (args: string[], terminal: Terminal) => Promise<void>> = {
  serve: serveCommand,
  migrate: migrateCommand,
  account: accountCommand,
  key: keyCommand,
  certify: certifyCommand,
  verify: verifyCommand,
};

const USAGE = `sello: certifies digital files

  sello serve                              API, pages and workers in one process; no settings needed
  sello migrate                            bring the database to this version's schema
  sello account create --email E --name N [--certificates 5]
  sello account grant ACCOUNT NUMBER       more live certificates (ACCOUNT: id or e-mail)
  sello account list
  sello key create --account ACCOUNT --name N [--mode live|test] [--scopes a,b] [--rate 60] [--quota 1000] [--expires DATE]
  sello key list --account ACCOUNT
  sello key revoke KEY --account ACCOUNT [--reason TEXT]
  sello certify FILE… [--wait] [--out DIR] certify files and folders against SELLO_URL with SELLO_API_KEY
  sello verify [FILE | --hash HEX] [--tsr F | --bundle F] [--root PEM]… [--json]
                                           check evidence offline; exit 0 only if every check asked for holds

Settings are SELLO_* environment variables; the README lists them all.`;

const terminal: Terminal = {
  env: process.env,
  out: (line) => process.stdout.write(`${line}\n`),
  error: (line) => process.stderr.write(`${line}\n`),
  status: process.stderr.isTTY
    ? (line) => process.stderr.write(`\r\x1b[2K${line.slice(0, process.stderr.columns - 1)}`)
    : undefined,
};

const [name = 'help', ...args] = process.argv.slice(2);
const command = COMMANDS[name];
if (command === undefined) {
  const asked = ['help', '--help', '-h'].includes(name);
  (asked ? terminal.out : terminal.error)(asked ? USAGE : `There is no command "${name}".\n\n${USAGE}`);
  process.exitCode = asked ? 0 : 2;
} else {
  try {
    await command(args, terminal);
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** One clear sentence for what a person can mend; the stack only for what is our fault. */
function report(error: unknown): number {
  if (error instanceof CommandFailed) {
    if (error.message !== '') terminal.error(error.message);
    return 1;
  }
  if (error instanceof UsageError) {
    terminal.error(`${error.message}\n\n${USAGE}`);
    return 2;
  }
  const expected = error instanceof ConfigError || error instanceof AppError;
  const text =
    error instanceof Error ? (expected ? error.message : (error.stack ?? error.message)) : String(error);
  terminal.error(text);
  return 1;
}
