/**
 * Original files in an S3 bucket: `<prefix>files/<account>/<sha256>`, never under a caller's name.
 *
 * The name of an object is known only after its last byte, and S3 cannot rename. So an upload waits on this machine,
 * in memory or in a temporary file as in the folder store, and is then sent in one PutObject under its final name.
 *
 * Instead, an upload could be streamed under a temporary key and copied inside S3. But the copy takes as long as
 * sending takes now. That way needs ten requests instead of one, holds 5 MiB in memory for every slow upload, and
 * leaves unfinished uploads in the bucket, which must be paid for and swept. Besides, S3 checks the SHA-256 of the
 * whole object only for a single put. This check guarantees that an object named by a digest has that digest.
 */

import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { KeptObjects } from '../kernel/disk/kept-objects.ts';
import { type AccountId, parseId } from '../kernel/ids.ts';
import { releaseMemory } from '../kernel/pacing/release-memory.ts';
import { parseBlobName } from './blob-name.ts';
import {
  findStaleFiles,
  type IncomingFile,
  openIncomingFile,
  receiveInto,
  sweepIncomingFiles,
} from './incoming-file.ts';
import { keptInBucket } from './kept-s3.ts';
import type { BlobInventory, BlobName, BlobStore, IncomingBlob, StoredBlob } from './ports.ts';
import { rethrowAsUnavailable, unlessMissing } from './s3-answers.ts';
import { connectBucket, type Digest, type S3Bucket } from './s3-bucket.ts';
import type { Progress } from './s3-requests.ts';
import type { S3Config } from './settings.ts';

export type BlobBucket = BlobStore &
  BlobInventory & {
    /** Rejects unless the bucket can be read, with the service's error as the cause. */
    check(): Promise<void>;
    kept: KeptObjects;
    close(): void;
  };

/** The folder on this machine in which uploads wait, and the keys of files in the bucket. */
type Places = { incoming: string; prefix: string; keyOf(accountId: AccountId, name: BlobName): string };

export async function openBlobBucket(
  config: S3Config,
  folder: string,
  newName: () => string,
  silenceMs?: number,
): Promise<BlobBucket> {
  const incoming = path.join(folder, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  const bucket = await connectBucket(config, silenceMs);
  const prefix = `${config.prefix}files/`;
  const places: Places = {
    incoming,
    prefix,
    keyOf: (accountId, name) => `${prefix}${accountId}/${name}`,
  };
  return {
    ...bucketStore(bucket, places, newName),
    ...(config.isPresigned && bucketAddresses(bucket, places)),
    ...bucketInventory(bucket, places),

    async check() {
      await unlessMissing(async () => {
        const { Body } = await bucket.get(`${config.prefix}check`);
        (Body as Readable).destroy();
      });
    },

    kept: keptInBucket(bucket, config.prefix),

    close: bucket.close,
  };
}

function bucketStore(bucket: S3Bucket, { incoming, keyOf }: Places, newName: () => string): BlobStore {
  return {
    receive: (accountId) => {
      const file = openIncomingFile(path.join(incoming, newName()));
      return receive(file, (name, digest) =>
        bucket.put(keyOf(accountId, name), digest, (progress) => bodyOf(file, progress)),
      );
    },

    open: (accountId, name, range) =>
      unlessMissing(async () => {
        const { Body, ContentRange } = await bucket.get(keyOf(accountId, name), range);
        // A proxy that ignores ranges would return another part of the file.
        if (range === undefined || ContentRange?.startsWith(`bytes ${range.start}-`)) return Body as Readable;
        (Body as Readable).destroy();
        throw new Error(
          `The S3 service was asked for a range and returned ${ContentRange ?? 'the whole object'}`,
        );
      }),

    sizeOf: (accountId, name) =>
      unlessMissing(async () => (await bucket.head(keyOf(accountId, name))).ContentLength),

    sweep: (before) => sweepIncomingFiles(incoming, before),
  };
}

function bucketAddresses(bucket: S3Bucket, { keyOf }: Places): Pick<BlobStore, 'directUrl'> {
  return {
    directUrl: (accountId, name, contentDisposition, now, seconds) =>
      bucket.signedUrl(keyOf(accountId, name), contentDisposition, now, seconds),
  };
}

function bucketInventory(bucket: S3Bucket, { incoming, prefix, keyOf }: Places): BlobInventory {
  return {
    async *list() {
      for (let from: string | undefined, isEnd = false; !isEnd; ) {
        const page = await bucket.page(prefix, from).catch(rethrowAsUnavailable);
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          toStoredBlob(Key?.slice(prefix.length) ?? '', LastModified),
        );
        from = page.NextContinuationToken;
        isEnd = from === undefined;
      }
    },

    countUnfinished: async (before) => (await findStaleFiles(incoming, before)).length,

    async remove({ accountId, name }, before) {
      const found = await unlessMissing(() => bucket.head(keyOf(accountId, name)));
      if (found?.LastModified === undefined || found.LastModified >= before) return false;
      await bucket.remove(keyOf(accountId, name)).catch(rethrowAsUnavailable);
      return true;
    },
  };
}

/** Skips objects whose names are not ours. */
function toStoredBlob(key: string, modifiedAt: Date | undefined): StoredBlob[] {
  const [account = '', text = '', ...rest] = key.split('/');
  const [accountId, name] = [parseId('acct', account), parseBlobName(text)];
  const isOurs =
    accountId !== undefined && name !== undefined && modifiedAt !== undefined && rest.length === 0;
  return isOurs ? [{ accountId, name, modifiedAt }] : [];
}

function receive(file: IncomingFile, put: (name: BlobName, digest: Digest) => Promise<void>): IncomingBlob {
  let isKept = false;
  return receiveInto(file, file.settle, async (name, digest) => {
    if (isKept) return;
    // Bytes and name are stored in one step, before the row. A crash before that step leaves a temporary file, which
    // the sweep deletes, or nothing. A crash after it leaves an object that no row points at; a repeated upload
    // replaces it. If the object is stored but the response is lost, the caller is told to try again, with the same
    // effect.
    await put(name, digest).catch(rethrowAsUnavailable);
    isKept = true;
    for (const chunk of file.inMemory() ?? []) releaseMemory(chunk);
  });
}

/** The body of one attempt. A stream cannot be sent twice, so every attempt reads the file again. */
function bodyOf(file: IncomingFile, progress: Progress): Buffer | Readable {
  const chunks = file.inMemory();
  return chunks === undefined
    ? Readable.from(readFrom(file.path, progress), { objectMode: false })
    : Buffer.concat(chunks);
}

async function* readFrom(file: string, progress: Progress): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
    yield chunk;
    progress.moved();
  }
  progress.done();
}
