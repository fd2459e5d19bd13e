/** An S3 service on loopback, behind a connection that can be broken. */

import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import type { IncomingMessage, Server } from 'node:http';
import { createRequire } from 'node:module';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { listenOnOwnPort } from '../../server/src/cli/own-port.ts';
import type { S3Config } from '../../server/src/files/settings.ts';
import type { Environment } from '../../server/src/settings.ts';

export type S3Server = {
  config: S3Config;
  /** Settings that make a Sello keep its files here. */
  env: Environment;
  /** Sets the fault for requests from now on. */
  behave(road: Road): Promise<void>;
  /** Connections opened since the last change of the fault. */
  readonly connections: number;
  /** How many requests wait for the store's answer, and the longest of them: to tell whose silence it was. */
  silence(): string;
  /** Objects in the bucket: their keys and paths on disk. */
  objects(): Promise<{ key: string; file: string }[]>;
  close(): Promise<void>;
};

/**
 * `refuse`: the port is closed. `swallow`: connections open but get no answer. `flip`: one byte of every body is
 * changed. `mute`: requests are carried out, but their answers are lost. `mute once`: only the first answer is lost.
 */
export type Road = 'pass' | 'refuse' | 'swallow' | 'flip' | 'mute' | 'mute once';

export const BUCKET = 'sello-tests';

export async function openS3Server(): Promise<S3Server> {
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
  const { port } = await service.run();
  const road = await openRoad(port);
  const endpoint = `http://127.0.0.1:${road.port}`;
  return {
    config: {
      endpoint,
      region: 'us-east-1',
      bucket: BUCKET,
      prefix: '',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
      isPathStyle: true,
      isPresigned: false,
    },
    env: {
      SELLO_S3_BUCKET: BUCKET,
      SELLO_S3_ENDPOINT: endpoint,
      SELLO_S3_ACCESS_KEY_ID: 'S3RVER',
      SELLO_S3_SECRET_ACCESS_KEY: 'S3RVER',
    },
    behave: road.behave,
    silence: road.silence,
    get connections() {
      return road.connections;
    },
    async objects() {
      const inside = path.join(folder, BUCKET);
      const files = await readdir(inside, { recursive: true });
      return files
        .filter((file) => file.endsWith(OBJECT))
        .map((file) => ({ key: file.slice(0, -OBJECT.length), file: path.join(inside, file) }));
    },
    async close() {
      await road.close();
      service.httpServer.closeAllConnections();
      await service.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const OBJECT = '._S3rver_object';

type S3rverStore = {
  getResourcePath(bucket: string, key: string, resource: string): string;
  putObject(object: S3rverObject): Promise<{ size: number; md5: string }>;
  getObject(
    bucket: string,
    key: string,
    range?: { start?: number; end?: number },
  ): Promise<{ content: Readable | null; range?: object } | null>;
};
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

async function openRoad(target: number) {
  let road: Road = 'pass';
  let connections = 0;
  const sockets = new Set<Socket>();
  /** When each connection last asked without having been answered since. */
  const waiting = new Map<Socket, number>();
  const server = createServer((near) => {
    connections += 1;
    sockets.add(near);
    near.on('error', () => {}).on('close', () => void (sockets.delete(near) && waiting.delete(near)));
    if (road === 'swallow') return near.resume();
    const far = connect(target, '127.0.0.1').on('error', () => near.destroy());
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    near.on('data', (chunk) => {
      waiting.set(near, performance.now());
      if (road === 'swallow') return;
      far.write(road === 'flip' ? flipLastOfBody(chunk as Buffer) : chunk);
    });
    far.on('data', (chunk) => {
      waiting.delete(near);
      if (road === 'swallow') return;
      if (road !== 'mute' && road !== 'mute once') return near.write(chunk);
      if (road === 'mute once') road = 'pass';
      near.destroy();
    });
    return undefined;
  });
  const listen = async (port: number) => {
    await once(server.listen(port, '127.0.0.1'), 'listening');
  };
  const port = await listenOnOwnPort(server);
  const shut = async () => {
    for (const socket of sockets) socket.destroy();
    if (server.listening) await once(server.close(), 'close');
  };
  return {
    port,
    get connections() {
      return connections;
    },
    silence() {
      const oldest = Math.min(...waiting.values(), performance.now());
      return `the store keeps ${waiting.size} requests waiting, the longest for ${Math.round(performance.now() - oldest)} ms`;
    },
    async behave(next: Road) {
      road = next;
      connections = 0;
      if (next === 'refuse') await shut();
      else if (!server.listening) await listen(port);
    },
    close: shut,
  };
}

function flipLastOfBody(chunk: Buffer): Buffer {
  const headEnd = chunk.indexOf('\r\n\r\n');
  const last = chunk.length - 1;
  if (headEnd >= 0 && headEnd + 3 === last) return chunk;
  const flipped = Buffer.from(chunk);
  flipped[last] = (flipped[last] ?? 0) ^ 1;
  return flipped;
}
