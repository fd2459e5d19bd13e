/** A typical Fastify list: no key, no limits, the same rows, the same JSON. */

import './end-with-parent.ts';
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';
import { Type } from 'typebox';
import { toListPage } from '../server/src/certificates/certificate-list.ts';
import { CertificateRef, CertificateSchema } from '../server/src/certificates/certificate-record.ts';
import { makeCertificateStore } from '../server/src/certificates/pg-certificates.ts';
import type { ListAsked } from '../server/src/certificates/ports.ts';
import { connect } from '../server/src/database/pool.ts';
import { PaginationSchema } from '../server/src/operations/list.ts';
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

const asked = (limit: number, offset: number): ListAsked => ({
  filter: {},
  limit,
  offset,
  after: undefined,
  order: 'desc',
});

/** Sello's own query, with parameters in place of the columns of `caller`, which Sello joins. */
const SELECT = (store.page(asked(1, 0)).sql ?? '')
  .replaceAll('caller.account_id', '$1')
  .replaceAll('caller.livemode', '$2')
  .replace(/\$([456])\b/g, (_, place) => `$${Number(place) - 1}`);

const app = Fastify();
app.addSchema(CertificateSchema);
app.get(
  '/certificates',
  {
    schema: {
      querystring: Type.Object({
        limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
        offset: Type.Integer({ minimum: 0, default: 0 }),
      }),
      response: {
        200: Type.Object({ certificates: Type.Array(CertificateRef), pagination: PaginationSchema }),
      },
    },
  },
  async (request) => {
    const { limit, offset } = request.query as { limit: number; offset: number };
    const wanted = asked(limit, offset);
    const { params, toValue } = store.page(wanted);
    const rows = await database.query(SELECT, [options.accountId, true, ...params], 'page');
    return toListPage(SITE, wanted, toValue(rows) ?? { certificates: [], total: 0, hasMore: false });
  },
);
await app.listen({ port: 0, host: '127.0.0.1' });
process.send?.({ port: (app.server.address() as AddressInfo).port });
