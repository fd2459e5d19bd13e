/** Reports why a command failed: one sentence for what a person can fix, a stack trace only for bugs. */

import { isUnknownOutcome } from '../../database/outcome.ts';
import { AppError } from '../../kernel/errors.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { stackOf } from '../../kernel/source-places.ts';
import { ConfigError } from '../../settings.ts';
import type { Terminal } from './terminal.ts';
import { CommandFailed, UsageError } from './usage.ts';

/** Returns the exit status. `verb` is the command that failed. */
export function report(error: unknown, terminal: Pick<Terminal, 'error'>, verb: string): number {
  if (error instanceof CommandFailed) {
    if (error.message !== '') terminal.error(error.message);
    return error.status;
  }
  if (error instanceof UsageError) {
    terminal.error(`${error.message} See: sello ${verb} --help`);
    return 2;
  }
  terminal.error(wordsFor(error));
  return 1;
}

function wordsFor(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AppError && error.code === 'storage_unavailable') {
    const words = storageAway(error.cause);
    return isUnknownOutcome(error) ? `${words} ${LOOK_FIRST}` : words;
  }
  // Commands call the same use cases as the API. The errors with which these refuse a call are written for people.
  const isForPeople =
    error instanceof OperatorError || error instanceof ConfigError || error instanceof AppError;
  return isForPeople ? error.message : stackOf(error);
}

/** Added if the connection broke while a commit was under way. */
const LOOK_FIRST = 'The change may have been made: look whether it is there before you repeat the command.';

/** The reason why the storage failed. A caller of the API could only retry, but the operator can fix the storage. */
function storageAway(cause: unknown): string {
  const { message = '', code = 'unknown reason' } = (cause ?? {}) as { message?: string; code?: string };
  const reason = message === '' ? code : message;
  return `The database or the file store cannot be used: ${reason}. Make sure that it is running, and check DATABASE_URL, SELLO_DATA_DIR and the SELLO_S3 settings.`;
}
