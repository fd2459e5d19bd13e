/** Stores an upload, file and rows, as durably as Sello does, and nothing else. */

import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import multipart from '@fastify/multipart';
import Fastify from 'fastify';
import type { Certificate } from '../server/src/certificates/certificate.ts';
import { toRecord } from '../server/src/certificates/certificate-record.ts';
import { startEmbeddedPostgres } from '../server/src/database/embedded/launcher.ts';
import { migrate } from '../server/src/database/migrate.ts';
import { connect } from '../server/src/database/pool.ts';
import { randomBase62 } from '../server/src/kernel/base62.ts';
import { isoTime } from '../server/src/kernel/clock.ts';
import { type KeyId, makeNewId } from '../server/src/kernel/ids.ts';
import type { Sha256Hex } from '../server/src/kernel/sha256.ts';
import { createAccount } from '../server/src/people/accounts/accounts.ts';
import { makeAccountStore } from '../server/src/people/accounts/pg-accounts.ts';
import { BARE_COMMIT, bareCommitParams } from './bare-commit.ts';

/** `token` was really issued; every row gets a copy of it. */
type Options = { folder: string; token: { tsr: string; chainSha256: string } };

const SITE = { baseUrl: 'http://localhost:3000', testFilesDays: 30 };

const options = JSON.parse(process.argv[2] ?? '{}') as Options;
const token = {
  tsr: Buffer.from(options.token.tsr, 'hex'),
  chainSha256: Buffer.from(options.token.chainSha256, 'hex'),
};

/** Sello's default. */
const DATABASE_CONNECTIONS = 16;

// A separate cluster with the same settings: in Sello's, the workers would sequence and anchor these rows.
const postgresFolder = path.join(options.folder, 'postgres');
const postgres = await startEmbeddedPostgres(postgresFolder, () => {});
for (const event of ['SIGTERM', 'disconnect'] as const) {
  process.once(event, () => postgres.stop().then(() => process.exit()));
}
const database = connect(postgres.connection, DATABASE_CONNECTIONS);
await migrate(database);
const now = () => new Date();
const newId = makeNewId(now, randomBytes);
const wanted = { email: 'bare@example.com', name: 'Bare', certificates: 0 };
const { account } = await createAccount(
  { accounts: makeAccountStore(database), newId, now },
  wanted,
  undefined,
  'operator',
);
const keyId: KeyId = newId('key');

const folders = Array.from({ length: 256 }, (_, n) => n.toString(16).padStart(2, '0'));
for (const name of folders) await mkdir(path.join(options.folder, name), { recursive: true });

const app = Fastify();
await app.register(multipart);
app.post('/certificates', async (request, reply) => {
  const part = await request.file();
  if (part === undefined) return reply.code(422).send();
  const bytes = await part.toBuffer();
  const sha256 = createHash('sha256').update(bytes).digest('hex') as Sha256Hex;
  await keep(bytes, sha256);
  const certificate = describe(part.filename, part.mimetype, bytes.length, sha256);
  const made = {
    accountId: account.id,
    keyId,
    certificate,
    token: {
      tsr: token.tsr as Uint8Array,
      chain: [],
      salt: randomBytes(32),
      leafHash: randomBytes(32),
      entry: randomBytes(32),
    },
  };
  // One statement per upload, as one would usually write it.
  await database.query(BARE_COMMIT, bareCommitParams(made, token.chainSha256), 'commit');
  return reply.code(201).send({ certificate: toRecord(SITE, certificate) });
});
await app.listen({ port: 0, host: '127.0.0.1' });
const postmasterPid = await readFile(path.join(postgresFolder, 'cluster', 'postmaster.pid'), 'utf8');
process.send?.({
  port: (app.server.address() as AddressInfo).port,
  postmasterPid: Number.parseInt(postmasterPid, 10),
});

async function keep(bytes: Uint8Array, sha256: string): Promise<void> {
  const temporary = path.join(options.folder, randomBase62(randomBytes, 22));
  const file = await open(temporary, 'wx', 0o600);
  await file.write(bytes);
  await file.datasync();
  await file.close();
  await rename(temporary, path.join(options.folder, sha256.slice(0, 2), sha256));
}

function describe(name: string, mime: string, sizeBytes: number, sha256: Sha256Hex): Certificate {
  const createdAt = isoTime(new Date());
  return {
    id: newId('cert'),
    livemode: true,
    title: 'Contrato de servicios',
    description: undefined,
    documentType: undefined,
    externalId: undefined,
    metadata: {},
    tags: [],
    keyId: undefined,
    file: { name, mime, sizeBytes, sha256, longDigest: undefined, wasSent: true, erasedAt: undefined },
    isAdopted: false,
    sharedBy: undefined,
    seal: undefined,
    sealedFrom: undefined,
    keepFilesDays: undefined,
    timestamp: {
      psc: 'Sello embedded authority (development, no legal value)',
      serial: randomBytes(16).toString('hex'),
      policyOid: '2.25.189421834521870139046772011843294853021',
      genTime: createdAt,
      accuracyMs: 1_000,
      accredited: false,
      warnings: [],
    },
    code: randomBase62(randomBytes, 22),
    createdAt,
    changedAt: undefined,
    leafIndex: undefined,
    anchor: undefined,
  };
}
