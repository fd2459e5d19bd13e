/** Public API: list and read certificates, and look up a hash. */

import { Type } from 'typebox';
import type { PublicApi } from '../http/app.ts';
import { errorResponses } from '../http/schema.ts';
import type { Site } from '../http/site.ts';
import { parseId } from '../kernel/ids.ts';
import { NOTHING } from '../keys/account-read.ts';
import { type AdmitPorts, admitRequest } from '../keys/guards.ts';
import { hashOf, LIST_QUERY, PaginationSchema, readListQuery, toListPage } from './certificate-list.ts';
import { CertificateRef, type RecordSite, toRecord } from './certificate-record.ts';
import type { CertificateStore } from './ports.ts';
import { certificateNotFound } from './read-certificates.ts';

const TAGS = ['Certificates'];
const UNTIL_ADMITTED = [401, 403, 429, 500, 503] as const;

export type ReadPorts = AdmitPorts & { certificates: CertificateStore };

type ReadSite = Site & RecordSite;

export function certificateRoutes(api: PublicApi, ports: ReadPorts, site: ReadSite): void {
  listCertificates(api, ports, site);
  getCertificate(api, ports, site);
  verifyHash(api, ports, site);
}

function listCertificates(api: PublicApi, ports: ReadPorts, site: ReadSite): void {
  api.get(
    '/certificates',
    {
      config: { scope: 'certificates:read' },
      attachValidation: true,
      schema: {
        operationId: 'listCertificates',
        summary: 'List certificates',
        description:
          'Newest first. Certificates of test keys and of live keys are listed apart, each to keys of their mode.',
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
          ...errorResponses(422, ...UNTIL_ADMITTED),
        },
      },
    },
    async (request, reply) => {
      const { value } = await admitRequest(ports, site.serviceName, request, reply, () =>
        ports.certificates.page(...readListQuery(request.query)),
      );
      return toListPage(site, request.query, value);
    },
  );
}

function getCertificate(api: PublicApi, ports: ReadPorts, site: ReadSite): void {
  api.get(
    '/certificates/:id',
    {
      config: { scope: 'certificates:read' },
      attachValidation: true,
      schema: {
        operationId: 'getCertificate',
        summary: 'Read a certificate',
        tags: TAGS,
        params: Type.Object({ id: Type.String() }),
        response: {
          200: Type.Object({ certificate: CertificateRef }, { description: 'The certificate.' }),
          ...errorResponses(400, 404, ...UNTIL_ADMITTED),
        },
      },
    },
    async (request, reply) => {
      const id = parseId('cert', request.params.id);
      const { value } = await admitRequest(ports, site.serviceName, request, reply, () =>
        id === undefined ? NOTHING : ports.certificates.one(id),
      );
      if (value === undefined) throw certificateNotFound();
      return { certificate: toRecord(site, value) };
    },
  );
}

function verifyHash(api: PublicApi, ports: ReadPorts, site: ReadSite): void {
  api.get(
    '/verify/:hash',
    {
      config: { scope: 'verify:read' },
      attachValidation: true,
      schema: {
        operationId: 'verifyHash',
        summary: 'Was this hash certified?',
        description:
          'Tells whether a file with this SHA-256 was certified under your account, with at most the newest 100 certificates.',
        tags: ['Verify'],
        params: Type.Object({
          hash: Type.String({ description: 'SHA-256 of a file: 64 hexadecimal characters, in any case.' }),
        }),
        response: {
          200: Type.Object(
            {
              certified: Type.Boolean(),
              hash: Type.String({ description: 'In lower case.' }),
              certificates: Type.Array(CertificateRef),
            },
            { description: 'Whether it was, and by which certificates. An unknown hash is no error.' },
          ),
          ...errorResponses(400, 422, ...UNTIL_ADMITTED),
        },
      },
    },
    async (request, reply) => {
      const { value } = await admitRequest(ports, site.serviceName, request, reply, () =>
        ports.certificates.bySha256(hashOf(request.params.hash)),
      );
      return {
        certified: value.length > 0,
        hash: request.params.hash.toLowerCase(),
        certificates: value.map((certificate) => toRecord(site, certificate)),
      };
    },
  );
}
