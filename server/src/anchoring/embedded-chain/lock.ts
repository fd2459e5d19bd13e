/**
 * One process at a time owns a chain's folder. The lock is SQLite's on an empty file: the kernel releases it however
 * the process ends, and it also works between containers that share the folder.
 */

import { DatabaseSync } from 'node:sqlite';
import { OperatorError } from '../../kernel/operator-error.ts';

type FolderLock = { release(): void };

const SQLITE_BUSY = 5;

export function lockFolder(file: string): FolderLock {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('begin exclusive');
  } catch (error) {
    database.close();
    if ((error as { errcode?: unknown }).errcode !== SQLITE_BUSY) throw error;
    throw new OperatorError(
      {
        en: `Another process uses the embedded chain already (${file} is locked). Stop it, or let this process reach that chain or another one by SELLO_CHAIN_RPC_URL.`,
        es: `Otro proceso ya usa la cadena integrada (${file} está bloqueado). Deténgalo o haga que este llegue a esa cadena o a otra por SELLO_CHAIN_RPC_URL.`,
      },
      { cause: error },
    );
  }
  return { release: () => database.close() };
}
