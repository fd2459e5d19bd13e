/** Opens the configured store of original files: folder or bucket, plain or encrypted. */

import path from 'node:path';
import type { Database } from '../database/pool.ts';
import type { DatabaseSettings } from '../database/settings.ts';
import { randomBase62 } from '../kernel/base62.ts';
import type { OnClose } from '../kernel/closing.ts';
import type { KeptObjects } from '../kernel/disk/kept-objects.ts';
import { AppError } from '../kernel/errors.ts';
import type { Logger } from '../kernel/logger.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import type { Surroundings } from '../kernel/surroundings.ts';
import { encryptBlobs } from './blobs-encrypted.ts';
import { openBlobFolder } from './blobs-folder.ts';
import { openKeptFolder } from './kept-folder.ts';
import { assertNothingEncrypted, isAnythingEncrypted, openBlobKeys, readBlobKeys } from './pg-blob-keys.ts';
import type { BlobInventory, BlobStore } from './ports.ts';
import { s3CodeOf } from './s3-requests.ts';
import type { FilesSettings, S3Config } from './settings.ts';

type Settings = FilesSettings & Pick<DatabaseSettings, 'dataDir'>;

type OpenedBlobs = {
  blobs: BlobStore;
  /** The objects as they are stored, encrypted or not. */
  inventory: BlobInventory & Pick<BlobStore, 'sizeOf'>;
  /** What the log keeps beside the files. */
  kept: KeptObjects;
  /** Rejects if files are in a bucket that cannot be used. */
  ready(): Promise<void>;
};

export async function openBlobs(
  config: Settings,
  database: Database,
  surroundings: Surroundings,
  onClose: OnClose,
): Promise<OpenedBlobs> {
  const { blobs, ...stored } = await openPlainBlobs(config, surroundings, onClose);
  if (config.masterKeys === undefined) {
    await assertNothingEncrypted(database);
    return { blobs, ...stored };
  }
  const { randomBytes, now, logger } = surroundings;
  const keys = await openBlobKeys(database, config.masterKeys, randomBytes, now);
  if (keys.rewrapped > 0) logger.info('blob_keys.rewrapped', { keys: keys.rewrapped });
  return { ...stored, blobs: encryptBlobs(blobs, keys, randomBytes) };
}

/** The store for checks: the objects as stored, and their decrypted files. */
export async function openBlobsToCheck(
  config: Settings,
  database: Pick<Database, 'query'>,
  surroundings: Surroundings,
  onClose: OnClose,
) {
  const { blobs: stored, kept } = await openPlainBlobs(config, surroundings, onClose);
  const keys = readBlobKeys(database, config.masterKeys ?? []);
  const isEncrypted = await isAnythingEncrypted(database);
  const blobs: BlobStore = isEncrypted ? encryptBlobs(stored, keys, surroundings.randomBytes) : stored;
  return { stored, blobs, kept, probe: keys.probe };
}

/** The store without the encrypting layer. */
export async function openPlainBlobs(
  config: Omit<Settings, 'masterKeys'>,
  { logger, randomBytes }: Pick<Surroundings, 'logger' | 'randomBytes'>,
  onClose: OnClose,
): Promise<OpenedBlobs & { blobs: BlobStore & BlobInventory }> {
  const folder = path.join(config.dataDir, 'files');
  const newName = () => randomBase62(randomBytes, 22);
  const { s3 } = config;
  if (s3 === undefined) {
    const blobs = await openBlobFolder(folder, newName);
    return { blobs, inventory: blobs, kept: openKeptFolder(folder, newName), ready: async () => {} };
  }
  const { openBlobBucket } = await import('./blobs-s3.ts');
  const bucket = await openBlobBucket(s3, folder, newName);
  onClose.push(async () => bucket.close());
  await bucket.check().catch((error) => logOrThrow(s3, error, logger));
  return { blobs: bucket, inventory: bucket, kept: bucket.kept, ready: bucket.check };
}

/**
 * Handles a failed check of the bucket. An unreachable service may come back, so this is only logged. A service that
 * refuses us needs the operator, so the error is thrown.
 */
function logOrThrow({ bucket }: S3Config, error: unknown, logger: Logger): void {
  const code = error instanceof AppError ? s3CodeOf(error.cause) : undefined;
  if (code === undefined) {
    logger.warn('blobs.unreachable', { bucket, error });
    return;
  }
  throw new OperatorError(
    {
      en: `The S3 bucket "${bucket}" cannot be used: the service says ${code}. Check the SELLO_S3 settings; its key needs s3:GetObject, s3:PutObject, s3:DeleteObject and s3:ListBucket.`,
      es: `El bucket S3 "${bucket}" no se puede usar: el servicio responde ${code}. Revise los ajustes SELLO_S3; su clave necesita s3:GetObject, s3:PutObject, s3:DeleteObject y s3:ListBucket.`,
    },
    { cause: error },
  );
}
