/** A typical Fastify look-up: no key, no limits, the same row, the same JSON. */

import './end-with-parent.ts';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { Type } from 'typebox';
import {
  CertificateRef,
  CertificateSchema,
  toRecord,
} from '../server/src/certificates/certificate-record.ts';
import { makeCertificateStore } from '../server/src/certificates/pg-certificates.ts';
import { connect } from '../server/src/database/pool.ts';
import type { Sha256Hex } from '../server/src/kernel/sha256.ts';
import type { SocketAddress } from './sello-process.ts';

const SITE = { baseUrl: 'http://localhost:3000', testFilesDays: 30 };

const options = JSON.parse(process.argv[2] ?? '{}') as { database: SocketAddress; accountId: string };

/** Sello's default. */
const DATABASE_CONNECTIONS = 16;

const database = connect(options.database, DATABASE_CONNECTIONS);
const store = makeCertificateStore(
  database,
  () => 0,
  async () => {},
  { maxStoredBytes: 0, maxTestCertificates: 0 },
);

/** Sello's own query, with parameters in place of the columns of `caller`, which Sello joins. */
const SELECT = (store.byDigest('' as Sha256Hex).sql ?? '')
  .replaceAll('caller.account_id', '$1')
  .replaceAll('caller.livemode', '$2')
  .replaceAll('$4', '$3');

const app = Fastify();
app.addSchema(CertificateSchema);
app.get(
  '/verify/:hash',
  {
    schema: {
      params: Type.Object({ hash: Type.String({ pattern: '^[0-9a-f]{64}$' }) }),
      response: {
        200: Type.Object({
          certified: Type.Boolean(),
          hash: Type.String(),
          certificates: Type.Array(CertificateRef),
        }),
      },
    },
  },
  async (request) => {
    const { hash } = request.params as { hash: Sha256Hex };
    const { params, toValue } = store.byDigest(hash);
    const rows = await database.query(SELECT, [options.accountId, true, ...params], 'by-sha256');
    const certificates = toValue(rows).map((certificate) => toRecord(SITE, certificate));
    return { certified: certificates.length > 0, hash, certificates };
  },
);
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (app.server.address() as AddressInfo).port });
