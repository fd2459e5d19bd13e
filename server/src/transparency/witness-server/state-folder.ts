/**
 * What a witness remembers: of each log the largest checkpoint that it cosigned, a signed note in a file of its own. One
 * process at a time has the folder: two could each cosign another history.
 */

import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { writeWholeFile } from '../../kernel/disk/write-whole-file.ts';
import { OperatorError } from '../../kernel/operator-error.ts';

export type WitnessMemory = {
  /** The last stored note, or undefined if nothing of this log was ever cosigned. */
  read(origin: string): Promise<string | undefined>;
  /** Survives a crash and a loss of power once it resolves. */
  write(origin: string, note: string): Promise<void>;
};

const SQLITE_BUSY = 5;

export async function openStateFolder(folder: string): Promise<WitnessMemory & { close(): void }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder);
  const fileOf = (origin: string) => path.join(folder, `${originHash(origin)}.checkpoint`);
  return {
    async read(origin) {
      return readFile(fileOf(origin), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        // Never treated as "not seen yet": that would let the log start again with another history.
        throw error;
      });
    },
    write: (origin, note) => writeWholeFile(fileOf(origin), note),
    close: () => lock.close(),
  };
}

/** Lower-case hexadecimal SHA-256: the name of a log in addresses and files. */
export function originHash(origin: string): string {
  return createHash('sha256').update(origin).digest('hex');
}

/** SQLite's lock on an empty file: the kernel releases it however the process ends. */
function lockFolder(folder: string): DatabaseSync {
  const database = new DatabaseSync(path.join(folder, 'lock'), { timeout: 0 });
  try {
    database.exec('begin exclusive');
    return database;
  } catch (error) {
    database.close();
    if ((error as { errcode?: unknown }).errcode !== SQLITE_BUSY) throw error;
    throw new OperatorError(
      {
        en: `Another witness uses ${folder} already. Stop it: two of them could cosign two histories.`,
        es: `Otro testigo ya usa ${folder}. Deténgalo: entre dos podrían cofirmar dos historias.`,
      },
      { cause: error },
    );
  }
}
