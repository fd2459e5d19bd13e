/** The last word of a command that failed: one clear sentence for what a person can mend, the stack only for what is our fault. */

import { AppError } from '../kernel/errors.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { ConfigError } from '../settings.ts';
import type { Terminal } from './terminal.ts';
import { CommandFailed, UsageError } from './usage.ts';

/** Returns the exit status. */
export function report(error: unknown, terminal: Pick<Terminal, 'error'>, usage: string): number {
  if (error instanceof CommandFailed) {
    if (error.message !== '') terminal.error(error.message);
    return 1;
  }
  if (error instanceof UsageError) {
    terminal.error(`${error.message}\n\n${usage}`);
    return 2;
  }
  terminal.error(wordsFor(error));
  return 1;
}

function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AppError && error.code === 'storage_unavailable') return storageAway(error.cause);
  // Commands call the same use cases as the API: their refusals are sentences too.
  const isForPeople =
    error instanceof OperatorError || error instanceof ConfigError || error instanceof AppError;
  return isForPeople ? error.message : (error.stack ?? error.message);
}

/** A caller can only try again; whoever runs the storage can mend it, once the reason is told. */
function storageAway(cause: unknown): string {
  const { message = '', code = 'unknown reason' } = (cause ?? {}) as { message?: string; code?: string };
  const reason = message === '' ? code : message;
  return `The database or the file store cannot be used: ${reason}. See that it runs, and check DATABASE_URL, SELLO_DATA_DIR and the SELLO_S3 settings.`;
}
