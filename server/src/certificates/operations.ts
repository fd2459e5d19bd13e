/** List certificates and read one. */

import { Type } from 'typebox';
import { etagOf, NOT_MODIFIED } from '../http/caching/etag.ts';
import type { KeyWho } from '../operations/doors/key.ts';
import { PaginationSchema } from '../operations/list.ts';
import { operationsWith } from '../operations/operation.ts';
import { gatherListQuery, LIST_QUERY, readListQuery, toListPage } from './certificate-list.ts';
import { CertificateRef, type RecordSite, toRecord } from './certificate-record.ts';
import type { CertificateStore } from './ports.ts';
import { certificateNotFound, readById } from './read-certificates.ts';
import { finishList, type ListPorts, listRead } from './search/list-certificates.ts';
import type { Waiting } from './waiting/ports.ts';
import { assertWaitQuery, WAIT_QUERY, waitForCertificate } from './waiting/wait-for-certificate.ts';

export const CertificateParams = Type.Object({ id: Type.String() });

export type ListOperationPorts = ListPorts & { site: RecordSite };

/** Lists certificates. Keys and people use the same operation. */
export const listCertificates = operationsWith<ListOperationPorts>().acting({
  method: 'GET',
  path: '/certificates',
  operationId: 'listCertificates',
  scope: 'certificates:read',
  tag: 'Certificates',
  summary: 'List certificates',
  description:
    'Newest first by default. Test and live certificates are listed separately: a key sees only those of its mode. A request that names all filters, as Postman makes it, may leave them empty.',
  gatherQuery: gatherListQuery,
  query: Type.Object(LIST_QUERY, { title: 'CertificateQuery' }),
  answers: {
    200: Type.Object(
      { certificates: Type.Array(CertificateRef), pagination: PaginationSchema },
      { description: 'One page.' },
    ),
  },
  refusals: ['invalid_hash'],
  read: (ports, { query }) => listRead(ports, readListQuery(query)),
  async act(ports, { who, query }, listed) {
    const asked = readListQuery(query);
    const page = toListPage(ports.site, asked, await finishList(ports, who, asked, listed));
    return { status: 200, text: JSON.stringify(page) };
  },
});

type ReadPorts = {
  certificates: Pick<CertificateStore, 'one'>;
  waiting: Waiting;
  site: RecordSite;
};

/** The part of the operation that is the same for keys and for people. */
export const GET_CERTIFICATE = {
  method: 'GET',
  path: '/certificates/:id',
  operationId: 'getCertificate',
  scope: 'certificates:read',
  tag: 'Certificates',
  summary: 'Read a certificate',
  params: CertificateParams,
} as const;

export const getCertificate = operationsWith<ReadPorts, KeyWho>().acting({
  ...GET_CERTIFICATE,
  description:
    'With `wait=certified` the answer is sent when the certificate is certified. `ETag` and `If-None-Match` are honoured.',
  query: Type.Object(WAIT_QUERY),
  answers: {
    200: Type.Object({ certificate: CertificateRef }, { description: 'The certificate.' }),
    ...NOT_MODIFIED,
  },
  refusals: [404],
  read({ certificates }, { params, query }) {
    assertWaitQuery(query);
    return readById(params.id, certificates.one);
  },
  async act({ waiting, site }, { who, query, reply }, found) {
    if (found === undefined) throw certificateNotFound();
    const certificate =
      query.wait === undefined ? found : await waitForCertificate(waiting, who.caller, found, query, reply);
    const written = JSON.stringify(toRecord(site, certificate));
    return { status: 200, etag: etagOf(written), text: `{"certificate":${written}}` };
  },
});
