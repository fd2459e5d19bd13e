/** Where an archive is written: a folder, or one ZIP file. */

import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type ZipRecord, ZipWriter } from '@sello/proof';
import { syncFolder } from '../../kernel/disk/folder.ts';
import { OperatorError } from '../../kernel/operator-error.ts';

/**
 * A place to write an archive to. Nothing has its final name before `finish` resolves. Calls must come one after the
 * other.
 */
export type ArchiveSink = {
  /** A private folder of this run for intermediate files. `finish` removes it. */
  readonly work: string;
  put(name: string, bytes: Uint8Array): Promise<void>;
  /** Moves a file of the work folder into the archive. */
  putFile(name: string, file: string): Promise<void>;
  finish(): Promise<void>;
  /** Removes what was written so far. */
  abandon(): Promise<void>;
};

/**
 * Opens the place.
 *
 * Crash points: everything is written below `<out>.partial`, and the last step renames it. A run that is killed before
 * the renaming leaves this folder and no archive; a run that is killed after it leaves at most an empty work folder. An
 * archive with its final name is complete, unless a power failure damaged it, which `SHA256SUMS` shows because it is
 * written last.
 */
export async function openSink(out: string): Promise<ArchiveSink> {
  await assertFree(out);
  const work = `${out}.partial`;
  await mkdir(path.dirname(out), { recursive: true });
  await mkdir(work, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? leftBehind(work) : error;
  });
  return out.toLowerCase().endsWith('.zip') ? openZipSink(out, work) : openFolderSink(out, work);
}

async function openFolderSink(out: string, work: string): Promise<ArchiveSink> {
  const root = path.join(work, 'archive');
  const made = new Set<string>();
  const placeFor = async (name: string) => {
    const file = path.join(root, name);
    const folder = path.dirname(file);
    if (!made.has(folder)) await mkdir(folder, { recursive: true, mode: 0o700 });
    // Only this many folders are remembered: each certificate has a folder of its own, so remembering it saves nothing
    // and memory need not grow with their number.
    if (made.size < 2_000) made.add(folder);
    return file;
  };
  return {
    work,
    put: async (name, bytes) => writeFile(await placeFor(name), bytes, { flag: 'wx', mode: 0o600 }),
    putFile: async (name, file) => rename(file, await placeFor(name)),
    async finish() {
      await syncFolder(root);
      await rename(root, out);
      await syncFolder(path.dirname(out));
      await rm(work, { recursive: true });
    },
    abandon: () => rm(work, { recursive: true, force: true }),
  };
}

async function openZipSink(out: string, work: string): Promise<ArchiveSink> {
  const file = path.join(work, 'archive.zip');
  const directory = path.join(work, 'directory');
  const [zip, list] = (await Promise.all([open(file, 'wx', 0o600), open(directory, 'wx', 0o600)])).map(
    makeGatherer,
  ) as [Gatherer, Gatherer];
  const writer = new ZipWriter();
  const begin = async (record: ZipRecord) => {
    const { local, central } = writer.begin(record);
    await list.write(central);
    await zip.write(local);
  };
  return {
    work,
    async put(name, bytes) {
      await begin({ name, size: bytes.length, crc32: crc32(bytes) });
      if (bytes.length > 0) await zip.write(bytes);
    },
    async putFile(name, source) {
      await begin({ name, ...(await measure(source)) });
      for await (const chunk of createReadStream(source)) await zip.write(chunk);
      await rm(source);
    },
    async finish() {
      await list.close();
      for await (const chunk of createReadStream(directory)) await zip.write(chunk);
      await zip.write(writer.end());
      await zip.close();
      await rename(file, out);
      await syncFolder(path.dirname(out));
      await rm(work, { recursive: true });
    },
    async abandon() {
      await Promise.allSettled([zip.close(), list.close()]);
      await rm(work, { recursive: true, force: true });
    },
  };
}

type Gatherer = { write(bytes: Uint8Array): Promise<void>; close(): Promise<void> };

/** Collects entries, which are small and many, and writes them a megabyte at a time. */
function makeGatherer(file: FileHandle): Gatherer {
  const MOST = 1 << 20;
  let waiting: Uint8Array[] = [];
  let size = 0;
  const flush = async () => {
    const bytes = Buffer.concat(waiting);
    waiting = [];
    size = 0;
    await file.appendFile(bytes);
  };
  return {
    async write(bytes) {
      waiting.push(bytes);
      size += bytes.length;
      if (size > MOST) await flush();
    },
    /** Once this resolves, everything is on disk. */
    async close() {
      await flush();
      await file.sync();
      await file.close();
    },
  };
}

async function measure(file: string): Promise<Pick<ZipRecord, 'size' | 'crc32'>> {
  let [sum, size] = [0, 0];
  for await (const chunk of createReadStream(file)) {
    sum = crc32(chunk, sum);
    size += chunk.length;
  }
  return { size, crc32: sum };
}

/** Writes a stream to a file of the work folder. */
export async function spool(file: string, source: NodeJS.ReadableStream): Promise<void> {
  await pipeline(source, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
}

async function assertFree(out: string): Promise<void> {
  const found = await stat(out).catch(() => undefined);
  if (found === undefined) return;
  throw new OperatorError({
    en: `${out} exists already. Name a folder or a .zip file that does not exist yet.`,
    es: `${out} ya existe. Indique una carpeta o un archivo .zip que aún no exista.`,
  });
}

function leftBehind(work: string): OperatorError {
  return new OperatorError({
    en: `${work} exists: another export is writing there, or one was interrupted. If none runs, remove that folder and start again.`,
    es: `${work} existe: otra exportación está escribiendo ahí o una se interrumpió. Si ninguna está en curso, borre esa carpeta y vuelva a empezar.`,
  });
}
