/**
 * Original files in an S3 bucket: `<prefix>files/<account>/<sha256>`, never a caller's name.
 *
 * An object's name is known only after its last byte, and S3 cannot rename. So an upload waits on this machine, in
 * memory or in a temporary file as in the folder store, and goes out once, in one PutObject under its final name.
 * Sent on as it came, under a temporary key, it would have to be copied inside S3, which takes as long as sending
 * it does now; it would cost ten requests instead of one, hold a part of 5 MiB in memory for every slow upload, and
 * leave unfinished uploads in the bucket to be paid for and swept. And of a single put alone does S3 check the
 * SHA-256 of the whole: what lies under a digest has that digest, or was never stored.
 */

import { createReadStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { GetObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { type AccountId, parseId } from '../kernel/ids.ts';
import { releaseMemory } from '../kernel/release-memory.ts';
import type { Sha256Hex } from '../kernel/sha256.ts';
import { parseBlobName } from './blob-name.ts';
import { findStaleFiles, type IncomingFile, openIncomingFile, sweepIncomingFiles } from './incoming-file.ts';
import type { BlobInventory, BlobName, BlobStore, IncomingBlob, StoredBlob } from './ports.ts';
import { askUntilAnswered, type Progress, s3CodeOf } from './s3-requests.ts';
import type { S3Config } from './settings.ts';
import { storageUnavailable } from './storage-failure.ts';

export type BlobBucket = BlobStore &
  BlobInventory & {
    /** Rejects unless the bucket can be read. The cause is the service's own word. */
    check(): Promise<void>;
    close(): void;
  };

export async function openBlobBucket(
  config: S3Config,
  folder: string,
  newName: () => string,
): Promise<BlobBucket> {
  const incoming = path.join(folder, 'incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  // Loaded here: without a bucket, nobody waits for this code.
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client(clientOptions(config));
  const inBucket = (accountId: AccountId, name: BlobName) => ({
    Bucket: config.bucket,
    Key: `${config.prefix}files/${accountId}/${name}`,
  });

  const get = (Key: string, Range: string | undefined): Promise<GetObjectCommandOutput> =>
    askUntilAnswered((abortSignal) =>
      client.send(new sdk.GetObjectCommand({ Bucket: config.bucket, Key, ...(Range && { Range }) }), {
        abortSignal,
      }),
    );

  const put: PutFile = (accountId, name, { sha256, sizeBytes }, file) =>
    askUntilAnswered(async (abortSignal, progress) => {
      const command = new sdk.PutObjectCommand({
        ...inBucket(accountId, name),
        Body: bodyOf(file, progress),
        ContentLength: sizeBytes,
        ContentType: 'application/octet-stream',
        // Stored beside the object: S3 refuses other bytes, and tells the digest to whoever audits the bucket.
        ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
      });
      command.middlewareStack.add(
        (next) => (args) => {
          // Part of the signature, so that every service that speaks S3, old ones too, refuses other bytes.
          (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
          return next(args);
        },
        { step: 'build' },
      );
      await client.send(command, { abortSignal });
    });

  return {
    receive: (accountId) => {
      const file = openIncomingFile(path.join(incoming, newName()));
      return receive(file, (name, digest) => put(accountId, name, digest, file));
    },

    async open(accountId, name, range) {
      const { Key } = inBucket(accountId, name);
      return unlessMissing(async () => {
        const { Body, ContentRange } = await get(Key, range && `bytes=${range.start}-${range.end}`);
        // Something between us and S3 that does not know ranges would give another part of the file.
        if (range === undefined || ContentRange?.startsWith(`bytes ${range.start}-`)) return Body as Readable;
        (Body as Readable).destroy();
        throw new Error(`The S3 service was asked for a range and gave ${ContentRange ?? 'the whole'}`);
      });
    },

    sizeOf: (accountId, name) =>
      unlessMissing(async () => {
        const command = new sdk.HeadObjectCommand(inBucket(accountId, name));
        const { ContentLength } = await askUntilAnswered((abortSignal) =>
          client.send(command, { abortSignal }),
        );
        return ContentLength;
      }),

    ...(config.isPresigned && {
      directUrl: async (accountId, name, contentDisposition, now, seconds) => {
        const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
        const command = new sdk.GetObjectCommand({
          ...inBucket(accountId, name),
          ResponseContentDisposition: contentDisposition,
          // Not the type that the uploader claimed: S3 sends neither nosniff nor a policy that would tame it.
          ResponseContentType: 'application/octet-stream',
          ResponseCacheControl: 'private, no-store',
        });
        return getSignedUrl(client, command, { expiresIn: seconds, signingDate: now });
      },
    }),

    sweep: (before) => sweepIncomingFiles(incoming, before),

    async *list() {
      const Prefix = `${config.prefix}files/`;
      for (let ContinuationToken: string | undefined, isEnd = false; !isEnd; ) {
        const command = new sdk.ListObjectsV2Command({
          Bucket: config.bucket,
          Prefix,
          ...(ContinuationToken && { ContinuationToken }),
        });
        const page = await askUntilAnswered((abortSignal) => client.send(command, { abortSignal })).catch(
          (error) => {
            throw storageUnavailable(error);
          },
        );
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          toStoredBlob(Key?.slice(Prefix.length) ?? '', LastModified),
        );
        ContinuationToken = page.NextContinuationToken;
        isEnd = ContinuationToken === undefined;
      }
    },

    countUnfinished: async (before) => (await findStaleFiles(incoming, before)).length,

    async remove({ accountId, name }, before) {
      const found = await unlessMissing(() =>
        askUntilAnswered((abortSignal) =>
          client.send(new sdk.HeadObjectCommand(inBucket(accountId, name)), { abortSignal }),
        ),
      );
      if (found?.LastModified === undefined || found.LastModified >= before) return false;
      await askUntilAnswered((abortSignal) =>
        client.send(new sdk.DeleteObjectCommand(inBucket(accountId, name)), { abortSignal }),
      ).catch((error) => {
        throw storageUnavailable(error);
      });
      return true;
    },

    async check() {
      await unlessMissing(async () => {
        const { Body } = await get(`${config.prefix}check`, undefined);
        (Body as Readable).destroy();
      });
    },

    close: () => client.destroy(),
  };
}

/** What has no name of ours is passed over. */
function toStoredBlob(key: string, modifiedAt: Date | undefined): StoredBlob[] {
  const [account = '', text = '', ...rest] = key.split('/');
  const [accountId, name] = [parseId('acct', account), parseBlobName(text)];
  const isOurs =
    accountId !== undefined && name !== undefined && modifiedAt !== undefined && rest.length === 0;
  return isOurs ? [{ accountId, name, modifiedAt }] : [];
}

type Digest = { sha256: Sha256Hex; sizeBytes: number };
type PutFile = (accountId: AccountId, name: BlobName, digest: Digest, file: IncomingFile) => Promise<void>;

function receive(file: IncomingFile, put: (name: BlobName, digest: Digest) => Promise<void>): IncomingBlob {
  let digest: Digest | undefined;
  let isSettled = false;
  let isKept = false;
  return {
    write: file.write,

    finish() {
      digest = file.finish();
      return digest;
    },

    async sync() {
      await file.settle();
      isSettled = true;
    },

    async keep(name = digest?.sha256) {
      if (name === undefined || digest === undefined || !isSettled)
        throw new Error('A file is kept only once it is finished and synced');
      if (isKept) return;
      // Bytes and name in one step, both before the row. A crash before it leaves a temporary file for the sweep,
      // or nothing; after it, an object that no row points at, which the same upload sent again replaces. The
      // answer may be lost although the object is there: then the caller is told to try again, with that result.
      await put(name, digest).catch((error) => {
        throw storageUnavailable(error);
      });
      isKept = true;
      for (const chunk of file.inMemory() ?? []) releaseMemory(chunk);
    },

    discard: file.discard,
  };
}

/** A stream cannot be sent twice, so every attempt reads the file anew. */
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

async function unlessMissing<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    // A HEAD has no body to name the code in. A bucket that is not there is no answer about a file.
    if (s3CodeOf(error) === 'NoSuchKey' || s3CodeOf(error) === 'NotFound') return undefined;
    throw storageUnavailable(error);
  }
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

function clientOptions(config: S3Config): NonNullable<ConstructorParameters<typeof S3Client>[0]> {
  // As many connections as there are requests to us: slow downloads must not keep uploads waiting.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  return {
    region: config.region,
    ...(config.endpoint !== undefined && { endpoint: config.endpoint }),
    forcePathStyle: config.isPathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // `askUntilAnswered` tries again, streams included.
    maxAttempts: 1,
    // What goes wrong is thrown; the SDK would write of it to the terminal as well.
    logger: SILENT,
    expectContinueHeader: false,
    // Our own SHA-256 is sent instead; trailing checksums would break services that are older than they are.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 800,
      // A download that stands still this long is cut; its reader may be slow, but not that slow.
      socketTimeout: 60_000,
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
    },
  };
}
