/** Requests to one S3 bucket, each retried until it is answered or the service counts as unreachable. */

import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Readable } from 'node:stream';
import type {
  GetObjectCommandOutput,
  HeadObjectCommandOutput,
  ListObjectsV2CommandOutput,
  S3Client,
} from '@aws-sdk/client-s3';
import type { Sha256Hex } from '../kernel/sha256.ts';
import { askUntilAnswered, type Progress, SILENCE_MS } from './s3-requests.ts';
import type { S3Config } from './settings.ts';

export type S3Bucket = {
  get(key: string, range?: { start: number; end: number }): Promise<GetObjectCommandOutput>;
  head(key: string): Promise<HeadObjectCommandOutput>;
  /** Stores an object. Every attempt calls `makeBody`, because a stream cannot be sent twice. */
  put(key: string, digest: Digest, makeBody: (progress: Progress) => Buffer | Readable): Promise<void>;
  /** Lists up to a thousand objects, and says where the next ones begin. */
  page(prefix: string, from: string | undefined): Promise<ListObjectsV2CommandOutput>;
  remove(key: string): Promise<void>;
  /** An address that serves the object as an attachment until it expires. */
  signedUrl(key: string, contentDisposition: string, now: Date, seconds: number): Promise<string>;
  close(): void;
};

export type Digest = { sha256: Sha256Hex; sizeBytes: number };

type Sdk = typeof import('@aws-sdk/client-s3');

/** Connects to the bucket. `silenceMs` is how long the service may be silent before it counts as unreachable. */
export async function connectBucket(config: S3Config, silenceMs: number = SILENCE_MS): Promise<S3Bucket> {
  // The SDK is loaded here, so that start-up without a bucket does not wait for it.
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client(clientOptions(config));
  const at = (Key: string) => ({ Bucket: config.bucket, Key });
  const ask = <T>(send: (signal: AbortSignal, progress: Progress) => Promise<T>) =>
    askUntilAnswered(send, silenceMs);
  return {
    get: (key, range) => {
      const command = { ...at(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) };
      return ask((abortSignal) => client.send(new sdk.GetObjectCommand(command), { abortSignal }));
    },

    head: (key) => ask((abortSignal) => client.send(new sdk.HeadObjectCommand(at(key)), { abortSignal })),

    put: (key, digest, makeBody) =>
      ask((signal, progress) => {
        const Body = makeBody(progress);
        const command = putCommand(sdk, { ...at(key), Body }, digest);
        return sendBody(Body, signal, async (abortSignal) => {
          await client.send(command, { abortSignal });
        });
      }),

    page: (Prefix, from) => {
      const command = { Bucket: config.bucket, Prefix, ...(from && { ContinuationToken: from }) };
      return ask((abortSignal) => client.send(new sdk.ListObjectsV2Command(command), { abortSignal }));
    },

    remove: (key) =>
      ask(async (abortSignal) => {
        await client.send(new sdk.DeleteObjectCommand(at(key)), { abortSignal });
      }),

    signedUrl: (key, contentDisposition, now, seconds) =>
      signGet(client, attachmentCommand(sdk, at(key), contentDisposition), now, seconds),

    close: () => client.destroy(),
  };
}

/**
 * Sends a body and listens for its errors, because the SDK pipes a stream and never listens to it. Without this, a file
 * that cannot be read would end the process. Also closes the stream when the request is given up. Otherwise the file
 * might be opened later, when it may be gone, or would stay open.
 */
async function sendBody(
  body: Buffer | Readable,
  signal: AbortSignal,
  send: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  if (!(body instanceof Readable)) return send(signal);
  const unreadable = new AbortController();
  const close = () => body.destroy();
  body.on('error', (error) => unreadable.abort(error));
  signal.addEventListener('abort', close, { once: true });
  try {
    await send(AbortSignal.any([signal, unreadable.signal]));
  } catch (error) {
    throw unreadable.signal.aborted ? unreadable.signal.reason : error;
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

type Place = { Bucket: string; Key: string };

function putCommand(sdk: Sdk, where: Place & { Body: Buffer | Readable }, { sha256, sizeBytes }: Digest) {
  const command = new sdk.PutObjectCommand({
    ...where,
    ContentLength: sizeBytes,
    ContentType: 'application/octet-stream',
    // The digest is stored with the object. S3 refuses other bytes, and an audit of the bucket can read the digest.
    ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
  });
  command.middlewareStack.add(
    (next) => (args) => {
      // The digest is part of the signature, so that every S3-compatible service, old ones too, refuses other bytes.
      (args.request as { headers: Record<string, string> }).headers['x-amz-content-sha256'] = sha256;
      return next(args);
    },
    { step: 'build' },
  );
  return command;
}

function attachmentCommand(sdk: Sdk, where: Place, contentDisposition: string) {
  return new sdk.GetObjectCommand({
    ...where,
    ResponseContentDisposition: contentDisposition,
    // The uploader's type is not used, because S3 sends neither nosniff nor a content security policy with it.
    ResponseContentType: 'application/octet-stream',
    ResponseCacheControl: 'private, no-store',
  });
}

async function signGet(
  client: S3Client,
  command: InstanceType<Sdk['GetObjectCommand']>,
  now: Date,
  seconds: number,
): Promise<string> {
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  return getSignedUrl(client, command, { expiresIn: seconds, signingDate: now });
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} };

function clientOptions(config: S3Config): NonNullable<ConstructorParameters<typeof S3Client>[0]> {
  // Connections are not limited, because slow downloads must not keep uploads waiting.
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY };
  return {
    region: config.region,
    ...(config.endpoint !== undefined && { endpoint: config.endpoint }),
    forcePathStyle: config.isPathStyle,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    // `askUntilAnswered` does the retries, also for streams.
    maxAttempts: 1,
    // Errors are thrown; the SDK would also print them to the terminal.
    logger: SILENT,
    expectContinueHeader: false,
    // Our own SHA-256 is sent instead; older services do not support trailing checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: 800,
      // A download that stalls this long is cut off.
      socketTimeout: 60_000,
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
    },
  };
}
