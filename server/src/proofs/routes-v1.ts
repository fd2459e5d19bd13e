/** Public API: the proofs of a certificate. */

import { Type } from 'typebox';
import type { CertificateStore } from '../certificates/ports.ts';
import { certificateNotFound, readById } from '../certificates/read-certificates.ts';
import type { PublicApi } from '../http/app.ts';
import { etagOf, isKnownTo, NOT_MODIFIED, sendNotModified } from '../http/caching/etag.ts';
import { errorResponses, UNTIL_ADMITTED } from '../http/error-responses.ts';
import { AppError } from '../kernel/errors.ts';
import { type AdmitPorts, admitRequest } from '../keys/guards.ts';
import type { ProofSubject } from './blockchain-proof.ts';
import {
  type FileAddress,
  fetchProof,
  type ProofFile,
  type ProofPorts,
  type ProofSite,
  type ProofType,
} from './fetch-proof.ts';
import { sendProof } from './proof-answers.ts';
import { toFileRecord, toProofRecord } from './proof-records.ts';
import { PROOF_RESPONSE, ProofQuery } from './proof-schemas.ts';

export type ProofRoutePorts = AdmitPorts & ProofPorts & { certificates: CertificateStore };

export function proofRoutes(api: PublicApi, ports: ProofRoutePorts, site: ProofSite): void {
  api.get(
    '/certificates/:id/proof',
    {
      config: { scope: 'proofs:read' },
      attachValidation: true,
      schema: {
        operationId: 'getProof',
        summary: 'Download a proof',
        tags: ['Proofs'],
        params: Type.Object({ id: Type.String() }),
        querystring: ProofQuery,
        response: {
          ...PROOF_RESPONSE,
          ...NOT_MODIFIED,
          ...errorResponses(400, 404, 'file_not_stored', 'proof_not_ready', 422, ...UNTIL_ADMITTED),
        },
      },
    },
    async (request, reply) => {
      const { caller, value } = await admitRequest(ports, site.serviceName, request, reply, () =>
        readById(request.params.id, ports.certificates.withToken),
      );
      if (value === undefined) throw certificateNotFound();
      const subject = { accountId: caller.accountId, ...value };
      const { type, format = 'json' } = request.query;
      assertFormat(type, format);
      const proof = await fetchProof(ports, site, subject, fileTypeOf(type, format));
      if (format !== 'json') return sendProof(request, reply, proof);
      const record = await recordOf(ports, subject, type, proof);
      if (isKnownTo(request, reply, etagOf(JSON.stringify(record)))) return sendNotModified(reply);
      return reply.send({ proof: record });
    },
  );
}

function recordOf(
  ports: ProofPorts,
  subject: ProofSubject,
  type: 'file' | 'nom151' | 'blockchain' | 'bundle' | 'constancia',
  proof: ProofFile | FileAddress,
) {
  if ('url' in proof) return toFileRecord(subject.certificate, proof);
  if (type === 'file') throw new Error('A proof of type `file` has no URL');
  return toProofRecord(ports, subject, type, proof);
}

/** `ots` and `tlog` are formats of the blockchain proof only. */
function assertFormat(type: string, format: ProofFormat): void {
  if (type === 'blockchain' || format === 'json' || format === 'raw') return;
  throw new AppError('validation_failed', {
    en: `\`format=${format}\` is only possible with \`type=blockchain\`.`,
    es: `\`format=${format}\` solo es posible con \`type=blockchain\`.`,
  });
}

function fileTypeOf(
  type: 'file' | 'nom151' | 'blockchain' | 'bundle' | 'constancia',
  format: ProofFormat,
): ProofType | 'file' {
  return format === 'ots' || format === 'tlog' ? format : type;
}

type ProofFormat = 'json' | 'raw' | 'ots' | 'tlog';
