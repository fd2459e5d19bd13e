/** Public API: ask whether hashes were certified, one or many at once. */

import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { PublicApi } from '../../http/app.ts';
import { readJsonBody } from '../../http/bodies/json-body.ts';
import { errorResponses, OF_A_BODY, UNTIL_ADMITTED } from '../../http/error-responses.ts';
import { toShapeError } from '../../http/errors.ts';
import type { Site } from '../../http/site.ts';
import { type AdmitPorts, admitRequest } from '../../keys/guards.ts';
import type { Caller } from '../../keys/key.ts';
import { NOTHING } from '../../operations/account-read.ts';
import { hashOf } from '../certificate-list.ts';
import { CertificateRef, type RecordSite, toRecord } from '../certificate-record.ts';
import type { CertificateStore } from '../ports.ts';
import { MOST_HASHES, readHashes } from './read-hashes.ts';

export type VerifyPorts = AdmitPorts & { certificates: CertificateStore };

type ReadSite = Site & RecordSite;

export function verifyRoutes(api: PublicApi, ports: VerifyPorts, site: ReadSite): void {
  verifyOne(api, ports, site);
  verifyMany(api, ports, site);
}

function verifyOne(api: PublicApi, ports: VerifyPorts, site: ReadSite): void {
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
          ...errorResponses(400, 422, 'invalid_hash', ...UNTIL_ADMITTED),
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

const Hashes = Type.Object(
  {
    hashes: Type.Array(
      Type.String({ description: 'SHA-256 of a file: 64 hexadecimal characters, in any case.' }),
      { minItems: 1, maxItems: MOST_HASHES },
    ),
  },
  { examples: [{ hashes: ['ab'.repeat(32), 'cd'.repeat(32)] }] },
);

const Results = Type.Object(
  {
    results: Type.Array(
      Type.Object({
        hash: Type.String({ description: 'In lower case.' }),
        certified: Type.Boolean(),
        certificates: Type.Array(CertificateRef),
      }),
    ),
  },
  { description: 'One for each hash, in the order asked.' },
);

/** Set once the caller is admitted. */
const callers = new WeakMap<FastifyRequest, Caller>();

function verifyMany(api: PublicApi, ports: VerifyPorts, site: ReadSite): void {
  api.post(
    '/verify',
    {
      config: { scope: 'verify:read' },
      attachValidation: true,
      // Before the schema is asked: whoever has no key learns nothing but that.
      preValidation: async (request, reply) => {
        const { caller } = await admitRequest(ports, site.serviceName, request, reply, () => NOTHING);
        callers.set(request, caller);
        const untyped: FastifyRequest = request;
        untyped.body = (await readJsonBody(request)) ?? {};
      },
      schema: {
        operationId: 'verifyHashes',
        summary: 'Were these hashes certified?',
        description: `As for one hash, for up to ${MOST_HASHES} in one call of the rate and quota. Each has at most the newest 100 certificates, and 10,000 divided by the number of hashes.`,
        tags: ['Verify'],
        body: Hashes,
        response: { 200: Results, ...errorResponses('invalid_hash', ...OF_A_BODY, ...UNTIL_ADMITTED) },
      },
    },
    async (request) => {
      const caller = callers.get(request);
      if (caller === undefined) throw new Error('POST /verify was not admitted');
      if (request.validationError !== undefined) throw toShapeError(request.validationError, {});
      return { results: await resultsOf(ports, site, caller, request.body) };
    },
  );
}

async function resultsOf(
  ports: VerifyPorts,
  site: ReadSite,
  { accountId, livemode }: Caller,
  body: Static<typeof Hashes>,
): Promise<Static<typeof Results>['results']> {
  const hashes = readHashes(body.hashes);
  const found = await ports.access.read(
    accountId,
    livemode,
    ports.certificates.byHashes([...new Set(hashes)], Math.min(100, Math.floor(10_000 / hashes.length))),
  );
  return hashes.map((hash) => {
    const certificates = (found.get(hash) ?? []).map((certificate) => toRecord(site, certificate));
    return { hash, certified: certificates.length > 0, certificates };
  });
}
