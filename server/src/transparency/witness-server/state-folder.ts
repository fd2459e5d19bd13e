/**
 * Keeps what a witness remembers: for each log the largest checkpoint that it cosigned, as a signed note in a file of
 * its own. Only one process at a time may use the folder, because two could each cosign another history.
 */

import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { writeWholeFile } from '../../kernel/disk/write-whole-file.ts';
import { OperatorError } from '../../kernel/operator-error.ts';

export type WitnessMemory = {
  /** The last stored note, or undefined if nothing of this log was ever cosigned. */
  read(origin: string): Promise<string | undefined>;
  /** Stores the note. Once it resolves, the note survives a crash and a loss of power. */
  write(origin: string, note: string): Promise<void>;
};

const SQLITE_BUSY = 5;
/**
 * The file that lists every log that was ever cosigned, so that a log whose checkpoint was lost is not taken for a new
 * one. Without this list, nothing shows whether a checkpoint is missing.
 */
const INDEX = 'cosigned';
const CHECKPOINT = '.checkpoint';

/**
 * Opens the folder. With `mayBegin`, a folder without the list counts as complete, even if it is empty. Otherwise the
 * list counts as lost.
 */
export async function openStateFolder(
  folder: string,
  { mayBegin = false } = {},
): Promise<WitnessMemory & { close(): void }> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const lock = lockFolder(folder);
  try {
    const cosigned = await readIndex(folder, mayBegin);
    return { ...openMemory(folder, cosigned), close: () => lock.close() };
  } catch (error) {
    lock.close();
    throw error;
  }
}

function openMemory(folder: string, cosigned: Set<string>): WitnessMemory {
  const fileOf = (hash: string) => path.join(folder, `${hash}${CHECKPOINT}`);
  return {
    async read(origin) {
      const hash = originHash(origin);
      return readFile(fileOf(hash), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' && !cosigned.has(hash)) return undefined;
        // An unreadable file is never treated as "not seen yet": that would let the log start again with another
        // history.
        throw error;
      });
    },
    // Crash point: the checkpoint is written before the index. After a kill in between, the next start finds the
    // file.
    async write(origin, note) {
      const hash = originHash(origin);
      await writeWholeFile(fileOf(hash), note);
      if (cosigned.has(hash)) return;
      cosigned.add(hash);
      await writeIndex(folder, cosigned);
    },
  };
}

async function readIndex(folder: string, mayBegin: boolean): Promise<Set<string>> {
  const names = await readdir(folder);
  const stored = names
    .filter((name) => name.endsWith(CHECKPOINT))
    .map((name) => name.slice(0, -CHECKPOINT.length));
  const listed = names.includes(INDEX)
    ? (await readFile(path.join(folder, INDEX), 'utf8')).split('\n').filter((line) => line !== '')
    : undefined;
  if (listed === undefined && !mayBegin)
    throw stored.length === 0 ? stateIsGone(folder) : indexIsGone(folder, stored.length);
  const cosigned = new Set([...(listed ?? []), ...stored]);
  if (cosigned.size !== listed?.length) await writeIndex(folder, cosigned);
  return cosigned;
}

function writeIndex(folder: string, cosigned: ReadonlySet<string>): Promise<void> {
  return writeWholeFile(path.join(folder, INDEX), [...cosigned, ''].join('\n'));
}

function stateIsGone(folder: string): OperatorError {
  return new OperatorError({
    en: `${folder} does not say what this witness has cosigned. Put the folder back from a copy. If it never cosigned anything, say so once with --begin.`,
    es: `${folder} no dice qué ha cofirmado este testigo. Recupere la carpeta de una copia. Si nunca cofirmó nada, indíquelo una vez con --begin.`,
  });
}

function indexIsGone(folder: string, stored: number): OperatorError {
  const file = path.join(folder, INDEX);
  return new OperatorError({
    en: `${file} is missing, so nothing shows whether the checkpoints beside it (${stored}) are complete: for a log whose checkpoint is missing, a fork could be cosigned. Restore the folder from its newest copy. If nothing is missing, because an older version of this program made the folder, confirm that once with --begin.`,
    es: `Falta ${file}, así que nada muestra si los puntos de control que están junto a él (${stored}) son todos: un registro público que no esté entre ellos podría obtener la cofirma de una bifurcación. Recupere la carpeta de su copia más reciente. Si no falta ninguno, porque la carpeta es de una versión anterior de este programa, indíquelo una vez con --begin.`,
  });
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
