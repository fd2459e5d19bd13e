/**
 * What a good engineer writes in a day instead of Sello: an upload is hashed, stored and stamped, and that is all. No
 * key, no limits, no detection of repeats; the token is stored unverified, and nothing is logged or anchored.
 */

import { fork } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import pg from 'pg';
import { Pool } from 'undici';
import { encodeTimestampRequest } from '../proof/src/index.ts';
import { startEmbeddedPostgres } from '../server/src/database/embedded/launcher.ts';

const { folder } = JSON.parse(process.argv[2] ?? '{}') as { folder: string };

const authority = fork(path.join(import.meta.dirname, 'diy-authority.ts'), [path.join(folder, 'authority')]);
const [{ port: authorityPort }] = await once(authority, 'message');
const postgresFolder = path.join(folder, 'postgres');
const postgres = await startEmbeddedPostgres(postgresFolder, () => {});
for (const event of ['SIGTERM', 'disconnect'] as const) {
  process.once(event, () => postgres.stop().then(() => process.exit()));
}

/** The same number as in Sello. */
const database = new pg.Pool({ ...postgres.connection, max: 16 });
await database.query(`
  create table certificates (
    id uuid primary key, created_at timestamptz not null, file_name text not null, mime text not null,
    size bigint not null, sha256 bytea not null, token bytea not null);
  create index on certificates (sha256);
  create index on certificates (created_at)`);
const INSERT = {
  name: 'insert',
  text: 'insert into certificates values ($1, $2, $3, $4, $5, $6, $7)',
};

const stamps = new Pool(`http://127.0.0.1:${authorityPort}`, { connections: 16 });

const files = path.join(folder, 'files');
await mkdir(files, { recursive: true });
for (let start = 0; start < 256; start++)
  await mkdir(path.join(files, start.toString(16).padStart(2, '0')), { recursive: true });

const app = Fastify({ bodyLimit: 60_000_000 });
await app.register(multipart, { limits: { fileSize: 60_000_000 } });
app.post('/certificates', async (request, reply) => {
  const part = await request.file();
  if (part === undefined) return reply.code(422).send({ error: 'Send a file.' });
  const bytes = await part.toBuffer();
  const digest = createHash('sha256').update(bytes).digest();
  const sha256 = digest.toString('hex');
  const [token] = await Promise.all([stamp(digest), keep(bytes, sha256)]);
  const id = randomUUID();
  const createdAt = new Date();
  const { filename, mimetype } = part;
  await database.query({
    ...INSERT,
    values: [id, createdAt, filename, mimetype, bytes.length, digest, token],
  });
  return reply.code(201).send({ id, sha256, name: filename, size: bytes.length, created_at: createdAt });
});
await app.listen({ port: 0, host: '127.0.0.1' });
const postmasterPid = await readFile(path.join(postgresFolder, 'cluster', 'postmaster.pid'), 'utf8');
process.send?.({
  port: (app.server.address() as AddressInfo).port,
  postmasterPid: Number.parseInt(postmasterPid, 10),
  otherPids: [authority.pid],
});

async function stamp(digest: Uint8Array): Promise<Buffer> {
  const nonce = randomBytes(8).readBigUInt64BE();
  const body = encodeTimestampRequest({ hashAlgorithm: 'SHA-256', digest, nonce, certReq: true });
  const answer = await stamps.request({
    method: 'POST',
    path: '/',
    headers: { 'content-type': 'application/timestamp-query' },
    body,
  });
  if (answer.statusCode !== 200) throw new Error(`The authority answered ${answer.statusCode}`);
  return Buffer.from(await answer.body.arrayBuffer());
}

/** The bytes and their name are durable before the answer is sent. */
async function keep(bytes: Uint8Array, sha256: string): Promise<void> {
  const temporary = path.join(files, randomUUID());
  const file = await open(temporary, 'wx', 0o600);
  await file.write(bytes);
  await file.datasync();
  await file.close();
  const parent = path.join(files, sha256.slice(0, 2));
  await rename(temporary, path.join(parent, sha256));
  const directory = await open(parent);
  await directory.sync();
  await directory.close();
}
