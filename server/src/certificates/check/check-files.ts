/**
 * Checks that every certificate's file exists, has the size that the certificate states, and has the hash that was
 * stamped.
 */

import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import type { Check } from '../../database/check/check.ts';
import { type Finding, problem } from '../../database/check/finding.ts';
import type { BlobStore } from '../../files/ports.ts';
import type { Sha256Hex } from '../../kernel/sha256.ts';
import { type NamedFile, readNamedFiles } from './pg-read-files.ts';

/** What the check needs. With `isQuick`, the bytes of files are not read. */
type Needs = { blobs: BlobStore; isQuick: boolean };

type KeptFile = Pick<NamedFile, 'accountId' | 'sha256'> & NonNullable<NamedFile['kept']>;

/** How many files are read at the same time: enough to keep a disk or remote store busy without using much memory. */
const AT_ONCE = 6;

export const checkFiles: Check<Needs> = {
  name: 'certificates: files',
  async *find(check) {
    for await (const batch of readNamedFiles(check.snapshot)) {
      for (let from = 0; from < batch.length; from += AT_ONCE) {
        const some = batch.slice(from, from + AT_ONCE);
        for (const finding of await Promise.all(some.map((file) => checkFile(check, file)))) {
          if (finding !== undefined) yield finding;
        }
        await check.advance(some.reduce((sum, { certificates }) => sum + certificates, 0));
      }
    }
  },
};

async function checkFile(check: Needs, { kept, ...named }: NamedFile): Promise<Finding | undefined> {
  if (kept === undefined) return undefined;
  const file = { ...named, ...kept };
  const where = `${file.accountId} ${file.certificateId}`;
  if (file.fewestBytes !== file.mostBytes) {
    return problem('file_size_differs', where, 'Certificates over the same bytes state different sizes.');
  }
  try {
    return (
      (await sizeFault(check, file, where)) ??
      (check.isQuick ? undefined : await hashFault(check, file, where))
    );
  } catch (error) {
    return problem('file_unreadable', where, `Its file cannot be read: ${reasonOf(error)}.`);
  }
}

async function sizeFault({ blobs }: Needs, file: KeptFile, where: string): Promise<Finding | undefined> {
  const sizeBytes = await blobs.sizeOf(file.accountId, nameOf(file));
  if (sizeBytes === undefined) return problem('file_missing', where, 'Its file is gone.');
  if (sizeBytes === file.mostBytes) return undefined;
  return problem('file_size_differs', where, `Its file has ${sizeBytes} bytes instead of ${file.mostBytes}.`);
}

async function hashFault({ blobs }: Needs, file: KeptFile, where: string): Promise<Finding | undefined> {
  const stream = await blobs.open(file.accountId, nameOf(file));
  if (stream === undefined) return problem('file_missing', where, 'Its file is gone.');
  const hash = createHash('sha256');
  await pipeline(stream, hash);
  const sha256 = hash.digest('hex');
  if (sha256 === nameOf(file)) return undefined;
  return problem(
    'file_changed',
    where,
    `Its file is not the one that was stamped: it has the SHA-256 ${sha256}.`,
  );
}

function nameOf({ sha256 }: KeptFile): Sha256Hex {
  return Buffer.from(sha256).toString('hex') as Sha256Hex;
}

/** The reason given by the disk or the service, which the store's AppError does not show. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
