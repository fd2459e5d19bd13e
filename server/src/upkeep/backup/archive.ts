/**
 * Reads the files of a backup as they are on disk. An attacker who wrote the folder can only choose their content.
 */

import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, realpath } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { SealBroken } from '../../files/seal.ts';
import { encryptionKey } from './archive-key.ts';
import { type BackupManifest, MANIFEST, readManifest, SUMS, type Trust } from './manifest.ts';
import { damagedBackup, noBackup, notAFile } from './refusals.ts';
import { unseal } from './sealed-file.ts';

export type Archive = {
  manifest: BackupManifest;
  /** Yields the files of the list one by one, after the list itself was verified. */
  list(): AsyncGenerator<ListedFile>;
  /** The size of the file on disk, in bytes. */
  sizeOf(name: string): Promise<number>;
  hash(name: string): Promise<string>;
  /** Reads the content of the file, decrypted. Fails if it is not what the list says. */
  read(file: ListedFile): Readable;
};

export type ListedFile = { name: string; sha256: string };

const MOST_MANIFEST_BYTES = 64 << 20;
/** The longest line of the list, for the longest name that a file of a backup has. */
const MOST_LINE_CHARACTERS = 400;
const READ_AT_ONCE = 1 << 18;

export async function openArchive(folder: string, trust: Trust): Promise<Archive> {
  const openFile = await makeOpener(folder);
  const text = await readSmall(openFile, folder);
  const { manifest, master } = readManifest(text, trust);
  const salt = manifest.format === 1 ? null : manifest.salt;
  const key = salt === null || master === undefined ? undefined : encryptionKey(master, salt);
  const hash = async (name: string) => {
    const digest = createHash('sha256');
    for await (const chunk of chunksOf(await openFile(name))) digest.update(chunk);
    return digest.digest('hex');
  };
  return {
    manifest,
    hash,
    async *list() {
      if ((await hash(SUMS)) !== manifest.sumsSha256) throw damagedBackup(SUMS);
      for await (const line of linesOf(await openFile(SUMS))) yield parseLine(line);
    },
    async sizeOf(name) {
      const file = await openFile(name);
      try {
        return (await file.stat()).size;
      } finally {
        await file.close();
      }
    },
    read: (listed) => Readable.from(contentOf(openFile, listed, key), { objectMode: false }),
  };
}

type OpenFile = (name: string) => Promise<FileHandle>;

/**
 * Makes the function that opens files. It opens ordinary files below the folder and nothing else: no link on the way,
 * no device, no pipe.
 */
async function makeOpener(folder: string): Promise<OpenFile> {
  const root = await realpath(folder).catch(() => folder);
  const known = new Map<string, Promise<boolean>>();
  const isOwnFolder = (sub: string) => {
    const wanted = path.join(root, sub);
    const found = known.get(sub) ?? realpath(wanted).then((real) => real === wanted);
    known.set(sub, found);
    return found;
  };
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);
  return async (name) => {
    try {
      if (!(await isOwnFolder(path.dirname(name)))) throw notAFile(name);
      const file = await open(path.join(root, name), flags);
      if ((await file.stat()).isFile()) return file;
      await file.close();
      throw notAFile(name);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ELOOP' || code === 'ENXIO') throw notAFile(name);
      if (code === 'ENOENT' || code === 'ENOTDIR') throw damagedBackup(name);
      throw error;
    }
  };
}

async function readSmall(openFile: OpenFile, folder: string): Promise<string> {
  const file = await openFile(MANIFEST).catch((error: unknown) => {
    if (error instanceof Error && error.message.startsWith('The backup is damaged'))
      throw noBackup(folder, MANIFEST);
    throw error;
  });
  try {
    if ((await file.stat()).size > MOST_MANIFEST_BYTES) throw damagedBackup(MANIFEST);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

async function* chunksOf(file: FileHandle): AsyncGenerator<Uint8Array> {
  yield* file.createReadStream({ highWaterMark: READ_AT_ONCE });
}

/** Reads a file and hashes it again, because the folder may have changed since it was checked. */
async function* contentOf(
  openFile: OpenFile,
  { name, sha256 }: ListedFile,
  key: Uint8Array | undefined,
): AsyncGenerator<Uint8Array> {
  const file = await openFile(name);
  if (key === undefined) {
    const digest = createHash('sha256');
    for await (const chunk of chunksOf(file)) {
      digest.update(chunk);
      yield chunk;
    }
    if (digest.digest('hex') !== sha256) throw damagedBackup(name);
    return;
  }
  try {
    yield* unseal(file, key, name);
  } catch (error) {
    throw error instanceof SealBroken ? damagedBackup(name) : error;
  } finally {
    await file.close();
  }
}

/** Reads lines up to a limit, because an endless line would fill the memory. */
async function* linesOf(file: FileHandle): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of file.createReadStream({ encoding: 'latin1' })) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > MOST_LINE_CHARACTERS) throw damagedBackup(SUMS);
    yield* lines;
  }
  if (rest !== '') throw damagedBackup(SUMS);
}

function parseLine(line: string): ListedFile {
  const [, sha256, name] = /^([0-9a-f]{64}) {2}([\w./-]{1,300})$/.exec(line) ?? [];
  if (sha256 === undefined || name === undefined) throw damagedBackup(SUMS);
  return { name, sha256 };
}
