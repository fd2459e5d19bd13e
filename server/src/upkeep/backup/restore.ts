/** Restores the files of a backup into empty folders. Everything was checked before. */

import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { DatabaseAddress } from '../../database/address.ts';
import { inOneTransaction } from '../../database/connection.ts';
import { MASTER_KEY_FILE } from '../../database/open-master-keys.ts';
import type { BlobStore } from '../../files/ports.ts';
import { namesIn } from '../../kernel/disk/folder.ts';
import type { KeptObjects } from '../../kernel/disk/kept-objects.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import type { Archive, ListedFile } from './archive.ts';
import { blobIn, kindOf, type OnProgress, tileIn } from './check.ts';

/** Throws unless the folder is empty. The master key may be there already, because no backup holds it. */
export async function assertEmptyFolder(folder: string): Promise<void> {
  if ((await namesIn(folder)).every((name) => name === MASTER_KEY_FILE)) return;
  throw new OperatorError({
    en: `The data folder ${folder} is not empty. A backup can only be restored into an empty one: move this one away, or name another with SELLO_DATA_DIR=….`,
    es: `La carpeta de datos ${folder} no está vacía. Un respaldo se restaura en una vacía: mueva esta o indique otra con SELLO_DATA_DIR=….`,
  });
}

export async function assertEmptyDatabase(address: DatabaseAddress): Promise<void> {
  const [row] = await inOneTransaction(address, (query) =>
    query(
      `select count(*) as n from pg_class where relkind in ('r', 'v', 'S') and relnamespace = current_schema()::regnamespace`,
    ),
  );
  if (row?.n === 0) return;
  throw new OperatorError({
    en: 'The database is not empty. A backup can only be restored into an empty one: name it with DATABASE_URL=….',
    es: 'La base de datos no está vacía. Un respaldo se restaura en una vacía: indíquela con DATABASE_URL=….',
  });
}

/** Restores files, tiles of the log, the authority's keys and the chain. They come before any row that names them. */
export async function restoreFiles(
  archive: Archive,
  dataDir: string,
  { stored, kept }: { stored: BlobStore; kept: Pick<KeptObjects, 'write'> },
  onProgress: OnProgress,
): Promise<void> {
  let done = 0;
  for await (const listed of archive.list()) {
    const blob = blobIn(listed.name);
    const tile = tileIn(listed.name);
    if (blob !== undefined) await restoreBlob(archive, listed, blob, stored);
    else if (tile !== undefined) await kept.write(tile, Buffer.concat(await archive.read(listed).toArray()));
    else if (kindOf(listed.name) === 'embedded')
      await restoreFile(archive, listed, path.join(dataDir, listed.name));
    done += 1;
    onProgress('files', done / archive.manifest.files);
  }
}

async function restoreBlob(
  archive: Archive,
  listed: ListedFile,
  { accountId, name }: NonNullable<ReturnType<typeof blobIn>>,
  stored: BlobStore,
): Promise<void> {
  const incoming = stored.receive(accountId);
  try {
    for await (const chunk of archive.read(listed)) await incoming.write(chunk);
    incoming.finish();
    await incoming.sync();
    await incoming.keep(name);
  } finally {
    await incoming.discard();
  }
}

async function restoreFile(archive: Archive, listed: ListedFile, target: string): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  await pipeline(archive.read(listed), createWriteStream(target, { mode: 0o600, flags: 'wx', flush: true }));
}
