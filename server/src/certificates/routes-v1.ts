/** Public API: list and read certificates, and look up a hash. */

import { Type } from 'typebox';
import type { PublicApi } from '../http/app.ts';
import { etagOf, isKnownTo, NOT_MODIFIED, sendNotModified } from '../http/caching/etag.ts';
import { errorResponses, UNTIL_ADMITTED } from '../http/error-responses.ts';
import type { Site } from '../http/site.ts';
import { sendJsonText } from '../http/written-json.ts';
import type { Logger } from '../kernel/logger.ts';
import { type AdmitPorts, admitRequest } from '../keys/guards.ts';
import {
  gatherMetadata,
  LIST_QUERY,
  PaginationSchema,
  readListQuery,
  toListPage,
} from './certificate-list.ts';
import { CertificateRef, type RecordSite, toRecord } from './certificate-record.ts';
import type { CertificateStore } from './ports.ts';
import { certificateNotFound, readById } from './read-certificates.ts';
import { finishList, listRead } from './search/list-certificates.ts';
import type { CertificateSearch } from './search/ports.ts';
import type { Totals } from './search/totals.ts';
import type { AnchorWatch } from './waiting/ports.ts';
import { assertWaitQuery, WAIT_QUERY, waitForCertificate } from './waiting/wait-for-certificate.ts';
import { makeWaitingRoom } from './waiting/waiting-room.ts';

const TAGS = ['Certificates'];

export type ReadPorts = AdmitPorts & {
  certificates: CertificateStore;
  search: CertificateSearch;
  totals: Totals;
  anchorWatch: AnchorWatch;
  logger: Logger;
};

type ReadSite = Site & RecordSite;

export function certificateRoutes(api: PublicApi, ports: ReadPorts, site: ReadSite): void {
  listCertificates(api, ports, site);
  getCertificate(api, ports, site);
}

function listCertificates(api: PublicApi, ports: ReadPorts, site: ReadSite): void {
  api.get(
    '/certificates',
    {
      config: { scope: 'certificates:read' },
      attachValidation: true,
      preValidation: gatherMetadata,
      schema: {
        operationId: 'listCertificates',
        summary: 'List certificates',
        description:
          'Newest first unless told otherwise. Certificates of test keys and of live keys are listed apart, each to keys of their mode.',
        tags: TAGS,
        querystring: Type.Object(LIST_QUERY),
        response: {
          200: Type.Object(
            {
              certificates: Type.Array(CertificateRef),
              pagination: PaginationSchema,
            },
            { description: 'One page of them.' },
          ),
          ...errorResponses(422, 'invalid_hash', ...UNTIL_ADMITTED),
        },
      },
    },
    async (request, reply) => {
      const { caller, value } = await admitRequest(ports, site.serviceName, request, reply, () =>
        listRead(ports, readListQuery(request.query)),
      );
      const asked = readListQuery(request.query);
      const page = toListPage(site, asked, await finishList(ports, caller, asked, value));
      return sendJsonText(reply, JSON.stringify(page));
    },
  );
}

function getCertificate(api: PublicApi, ports: ReadPorts, site: ReadSite): void {
  const waiting = makeWaitingRoom({ watch: ports.anchorWatch, logger: ports.logger });
  // Whoever waits when the server stops is answered at once, with the present state.
  api.addHook('preClose', async () => waiting.end());
  api.get(
    '/certificates/:id',
    {
      config: { scope: 'certificates:read' },
      attachValidation: true,
      schema: {
        operationId: 'getCertificate',
        summary: 'Read a certificate',
        description:
          'With `wait=certified` the answer comes when the certificate is certified. `ETag` and `If-None-Match` are honoured.',
        tags: TAGS,
        params: Type.Object({ id: Type.String() }),
        querystring: Type.Object(WAIT_QUERY),
        response: {
          200: Type.Object({ certificate: CertificateRef }, { description: 'The certificate.' }),
          ...NOT_MODIFIED,
          ...errorResponses(400, 404, 422, ...UNTIL_ADMITTED),
        },
      },
    },
    async (request, reply) => {
      const { caller, value } = await admitRequest(ports, site.serviceName, request, reply, () => {
        assertWaitQuery(request.query);
        return readById(request.params.id, ports.certificates.one);
      });
      if (value === undefined) throw certificateNotFound();
      const certificate =
        request.query.wait === undefined
          ? value
          : await waitForCertificate(waiting, caller, value, request.query, reply);
      const written = JSON.stringify(toRecord(site, certificate));
      if (isKnownTo(request, reply, etagOf(written))) return sendNotModified(reply);
      return sendJsonText(reply, `{"certificate":${written}}`);
    },
  );
}
