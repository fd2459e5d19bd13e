/**
 * `sello-verify.mjs`: the command `sello verify` as one file for Node 20 or newer, which needs nothing installed. It is
 * built by `web/one-file.ts`. It may also be imported, to check many files in one process.
 */

import * as crypto from 'node:crypto';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { helpOf } from '../shared/help.ts';
import type { Terminal } from '../shared/terminal.ts';
import { CommandFailed, UsageError } from '../shared/usage.ts';
import { verifyCommand } from './verify.ts';

const NAME = 'node sello-verify.mjs';

type Run = { status: number; out: string; errors: string };

/** What `sello-verify.mjs` prints for these arguments, and the status that it would exit with. */
export async function verify(args: readonly string[]): Promise<Run> {
  const run = { status: 0, out: '', errors: '' };
  const terminal: Terminal = {
    env: {},
    write: (text) => {
      run.out += text;
    },
    out: (line) => {
      run.out += `${line}\n`;
    },
    error: (line) => {
      run.errors += `${line}\n`;
    },
    status: undefined,
  };
  if (args.length === 0 || args.includes('--help') || args.includes('-h')) {
    terminal.out(helpOf('verify').replaceAll('sello verify', NAME));
    return run;
  }
  try {
    await verifyCommand([...args], terminal);
  } catch (error) {
    run.status = statusOf(error, terminal);
  }
  return run;
}

function statusOf(error: unknown, terminal: Terminal): number {
  if (error instanceof CommandFailed) {
    if (error.message !== '') terminal.error(error.message);
    return 'status' in error && typeof error.status === 'number' ? error.status : 1;
  }
  if (error instanceof UsageError) {
    terminal.error(`${error.message.replaceAll('sello verify', NAME)} See: ${NAME} --help`);
    return 2;
  }
  terminal.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return 1;
}

/** Whether this version of Node lacks the quick way to hash. */
function isTooOld(): boolean {
  return !('hash' in crypto);
}

const TOO_OLD: Run = {
  status: 2,
  out: '',
  errors: `Node 20.12 or newer is needed, and this is ${process.versions.node}.\n`,
};

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { status, out, errors } = isTooOld() ? TOO_OLD : await verify(process.argv.slice(2));
  process.stdout.write(out);
  process.stderr.write(errors);
  process.exitCode = status;
}
