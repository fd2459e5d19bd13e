/** An S3 service in this process, behind a proxy that can fail; it starts in a moment, for everyday tests. */

import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage, Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { openRoad } from './s3-road.ts';
import { type S3Service, s3Settings } from './s3-service.ts';

const BUCKET = 'sello-tests';

export async function openS3Server(): Promise<S3Service> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-s3-'));
  const service = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: BUCKET }],
  });
  checkAndReplaceInOneStep(service.store);
  serveFirstByteAlone(service.store);
  listOnOnePage(service.store);
  const { port } = await service.run();
  const road = await openRoad(port);
  const inside = path.join(folder, BUCKET);
  return {
    ...s3Settings(road.port, { bucket: BUCKET, accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }),
    behave: road.behave,
    silence: road.silence,
    get connections() {
      return road.connections;
    },
    async keys() {
      const files = new Set(await readdir(inside, { recursive: true }));
      const named = [...files]
        .filter((file) => file.endsWith(OBJECT))
        .map((file) => file.slice(0, -OBJECT.length));
      // The metadata is written last: bytes without metadata come from an aborted upload and are not an object.
      return named.filter((key) => files.has(`${key}${METADATA}`));
    },
    bytesOf: (key) => readFile(path.join(inside, `${key}${OBJECT}`)),
    replace: (key, bytes) => writeFile(path.join(inside, `${key}${OBJECT}`), bytes),
    async close() {
      await road.close();
      service.httpServer.closeAllConnections();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const OBJECT = '._S3rver_object';
const METADATA = '._S3rver_metadata.json';

type S3rverStore = {
  getResourcePath(bucket: string, key: string, resource: string): string;
  putObject(object: S3rverObject): Promise<{ size: number; md5: string }>;
  listObjects(bucket: string, options: S3rverList): Promise<object>;
  getObject(
    bucket: string,
    key: string,
    range?: { start?: number; end?: number },
  ): Promise<{ content: Readable | null; range?: object } | null>;
};
type S3rverList = { maxKeys?: number };
type S3rverObject = { bucket: string; key: string; content: IncomingMessage };
type S3rverService = {
  store: S3rverStore;
  httpServer: Server;
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
};

const load = createRequire(import.meta.url);
const S3rver = load('@20minutes/s3rver') as new (options: object) => S3rverService;
const S3Error = load('@20minutes/s3rver/lib/models/error.js') as new (
  code: string,
  message: string,
) => Error & { status: number };

type Signed = { uri: string };
const v4 = load('@20minutes/s3rver/lib/signature/v4.js') as {
  getStringToSign(request: Signed, rest: unknown): string;
};
const { getStringToSign } = v4;
/** Bucket-level requests are signed with a slash after the bucket's name, which this server omits. */
v4.getStringToSign = (request, rest) =>
  getStringToSign({ ...request, uri: request.uri === `/${BUCKET}` ? `/${BUCKET}/` : request.uri }, rest);

/** Adds two guarantees of S3 that this server lacks: it rejects bytes other than those signed, and keeps writes apart. */
function checkAndReplaceInOneStep(store: S3rverStore): void {
  const putObject = store.putObject.bind(store);
  store.putObject = async (object) => {
    const signed = object.content.headers['x-amz-content-sha256'];
    const aside = Object.assign(Object.create(object), {
      key: `${object.key}-${randomBytes(6).toString('hex')}`,
    });
    const put = await putObject(aside);
    const pathsOf = ({ bucket, key }: S3rverObject) =>
      ['metadata.json', 'object.md5', 'object'].map((resource) =>
        store.getResourcePath(bucket, key, resource),
      );
    const written = pathsOf(aside);
    const bytes = await readFile(written.at(-1) ?? '');
    if (signed !== createHash('sha256').update(bytes).digest('hex')) {
      await Promise.all(written.map((file) => rm(file)));
      throw Object.assign(new S3Error('XAmzContentSHA256Mismatch', 'other bytes'), { status: 400 });
    }
    for (const [i, file] of pathsOf(object).entries()) await rename(written[i] ?? '', file);
    return put;
  };
}

/** This server treats `bytes=0-0` as the whole object. */
function serveFirstByteAlone(store: S3rverStore): void {
  const getObject = store.getObject.bind(store);
  store.getObject = async (bucket, key, range) => {
    const object = await getObject(bucket, key, range);
    if (object === null || range?.end !== 0) return object;
    object.content?.destroy();
    object.content = createReadStream(store.getResourcePath(bucket, key, 'object'), { start: 0, end: 0 });
    object.range = { start: 0, end: 0 };
    return object;
  };
}

/**
 * Gives every list on one page: this server encrypts the token of the next page with DES, which OpenSSL no longer
 * offers, and answers 500. Tests of lists in pages use Ceph.
 */
function listOnOnePage(store: S3rverStore): void {
  const listObjects = store.listObjects.bind(store);
  store.listObjects = (bucket, options) =>
    listObjects(bucket, { ...options, maxKeys: Number.POSITIVE_INFINITY });
}
