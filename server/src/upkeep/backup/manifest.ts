/**
 * The manifest of a backup. `SHA256SUMS` lists every file, in the format of `sha256sum`; `manifest.json` is written
 * last and holds the hash of that list. A folder without it is not a backup.
 */

import { createHash, hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { writeWholeFile } from '../../kernel/disk/write-whole-file.ts';
import { OperatorError } from '../../kernel/operator-error.ts';

const MANIFEST = 'manifest.json';
export const SUMS = 'SHA256SUMS';

export type BackupTable = { name: string; columns: string[]; rows: number };

export type BackupManifest = {
  format: 1;
  takenAt: string;
  /** The schema of the tables, as its migrations. */
  migrations: { name: string; sha256: string }[];
  tables: BackupTable[];
  /** The last number that each sequence has given out. */
  sequences: { name: string; lastValue: number }[];
  /** Number of files in `SHA256SUMS`, and the hash of that list. */
  files: number;
  sumsSha256: string;
  /** Files of certificates that were already missing or damaged when the backup was made. */
  damaged: string[];
};

type SummedFile = { path: string; sha256: string };

export async function writeManifest(folder: string, manifest: BackupManifest): Promise<void> {
  // Crash point: before this write the folder is not a backup, after it the backup is complete.
  await writeWholeFile(path.join(folder, MANIFEST), render(manifest));
}

export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(path.join(folder, MANIFEST), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new OperatorError({
      en: `There is no backup in ${folder}: it has no ${MANIFEST}, so it was cut short or is something else. Name a folder that sello backup completed.`,
      es: `No hay un respaldo en ${folder}: le falta ${MANIFEST}, así que quedó a medias o es otra cosa. Indique una carpeta que sello backup haya terminado.`,
    });
  });
  const manifest = parse(text);
  if (manifest === undefined) throw damagedBackup(MANIFEST);
  return manifest;
}

/** Yields the files of the backup, once the list has matched its hash. */
export async function* readSums(folder: string, manifest: BackupManifest): AsyncGenerator<SummedFile> {
  const file = path.join(folder, SUMS);
  if ((await hashFile(file, SUMS)) !== manifest.sumsSha256) throw damagedBackup(SUMS);
  for await (const line of createInterface({
    input: createReadStream(file),
    crlfDelay: Number.POSITIVE_INFINITY,
  })) {
    const [, sha256 = '', name = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    yield { path: name, sha256 };
  }
}

export async function hashFile(file: string, called: string): Promise<string> {
  const digest = createHash('sha256');
  try {
    await pipeline(createReadStream(file, { highWaterMark: 1 << 20 }), digest);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw damagedBackup(called);
    throw error;
  }
  return digest.digest('hex');
}

export function damagedBackup(what: string): OperatorError {
  return new OperatorError({
    en: `The backup is damaged: ${what} is not as it was written. Nothing was restored; use another copy of it, or an earlier backup.`,
    es: `El respaldo está dañado: ${what} no es como se escribió. No se restauró nada; use otra copia o un respaldo anterior.`,
  });
}

/** Ends with the hash of the text before it, so that any changed byte shows. */
function render(manifest: BackupManifest): string {
  const content = JSON.stringify(manifest, null, 1);
  return `${JSON.stringify({ ...manifest, sha256: hash('sha256', content) }, null, 1)}\n`;
}

function parse(text: string): BackupManifest | undefined {
  try {
    const { sha256, ...manifest } = JSON.parse(text) as BackupManifest & { sha256?: string };
    return render(manifest) === text && sha256 !== undefined && manifest.format === 1 ? manifest : undefined;
  } catch {
    return undefined;
  }
}
