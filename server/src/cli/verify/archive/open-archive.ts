/** Opens an archive of evidence: a folder, or one ZIP file. */

import { createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { ARCHIVE_FORMAT, ARCHIVE_PATHS, OLDER_ARCHIVE_FORMAT } from '@sello/proof';
import { UsageError } from '../../shared/usage.ts';
import type { ArchiveReader } from './archive-reader.ts';
import { openZip } from './read-zip.ts';

/** Undefined if this is no archive of evidence. */
export async function openArchive(given: string): Promise<ArchiveReader | undefined> {
  const found = await stat(given).catch(() => undefined);
  if (found?.isDirectory()) return openFolder(given);
  if (!found?.isFile()) return undefined;
  const file = await open(given, 'r');
  if (await beginsAsArchive(file)) return openZip(file, found.size);
  await file.close();
  return undefined;
}

async function openFolder(root: string): Promise<ArchiveReader> {
  if ((await stat(path.join(root, ARCHIVE_PATHS.format)).catch(() => undefined)) === undefined)
    throw new UsageError(
      `${root} is a folder without a file ${ARCHIVE_PATHS.format}: not what sello export-evidence writes.`,
    );
  return {
    paths: () => walk(root, ''),
    async open(name) {
      const file = path.join(root, name);
      const found = await stat(file).catch(() => undefined);
      return found?.isFile() ? createReadStream(file) : undefined;
    },
    close: async () => {},
  };
}

async function* walk(root: string, below: string): AsyncGenerator<string> {
  const entries = await readdir(path.join(root, below), { withFileTypes: true });
  for (const entry of entries) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(root, name);
    else yield name;
  }
}

/**
 * Whether a ZIP file begins as an archive does: its first entry is the file that names the format. Either the name or
 * the content of that entry is enough: if the other was changed, the file still counts as an archive, and its checks
 * say what is wrong.
 */
async function beginsAsArchive(file: FileHandle): Promise<boolean> {
  const start = Buffer.alloc(HEADER_BYTES + ARCHIVE_PATHS.format.length + ARCHIVE_FORMAT.length);
  await file.read(start, 0, start.length, 0);
  const entry = start.toString('latin1', HEADER_BYTES);
  const isNamed = start.readUInt16LE(NAME_LENGTH_AT) === ARCHIVE_PATHS.format.length;
  const hasName = isNamed && entry.startsWith(ARCHIVE_PATHS.format);
  const isFormat = [ARCHIVE_FORMAT, OLDER_ARCHIVE_FORMAT].some((format) => entry.endsWith(format));
  return isFormat || (hasName && start.toString('latin1', 0, 4) === 'PK\u0003\u0004');
}

/** The fixed part of a ZIP entry before its name, and the offset of the name's length (APPNOTE 4.3.7). */
const HEADER_BYTES = 30;
const NAME_LENGTH_AT = 26;
