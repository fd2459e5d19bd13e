/** The operation that judges evidence of any issuer, for API keys. */

import { Type } from 'typebox';
import { OF_A_FORM } from '../../http/error-responses.ts';
import { binary, fileOf } from '../../http/schema.ts';
import { NEVER_RUN } from '../../http/send-download.ts';
import type { Site } from '../../http/site.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { operationsWith } from '../../operations/operation.ts';
import type { ConstanciaWriter } from '../constancia/ports.ts';
import { EvidenceSchema, toEvidenceRecord, toReport } from './evidence-record.ts';
import type { EvidenceVerifier } from './material.ts';
import { readEvidence } from './read-evidence.ts';

export type VerifyEvidencePorts = {
  evidenceVerifier: EvidenceVerifier;
  constancias: ConstanciaWriter;
  now: Clock;
  site: Site;
};

const Form = Type.Object(
  {
    evidence: Type.Array(
      binary(
        'A bundle, constancia, time stamp, blockchain proof, evidence record or receipt of a log, at most 4 MiB each; or a PDF with time stamps inside, at most 60 MB.',
      ),
      {
        minItems: 1,
        maxItems: 20,
        description: 'At most 60 MB together.',
      },
    ),
    file: Type.Optional(binary('The document, at most 52,428,800 bytes. It is hashed and not kept.')),
    sha256: Type.Optional(
      Type.String({
        pattern: '^[0-9A-Fa-f]{64}$',
        description: 'The SHA-256 of the document, instead of the file or to check it.',
      }),
    ),
    root: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 8,
        description:
          'Root certificates (PEM) that you trust. Certificates inside the evidence are never trusted.',
      }),
    ),
    log_key: Type.Optional(
      Type.Array(Type.String(), {
        maxItems: 8,
        description:
          'Verifier keys of logs that you trust; for receipts of other logs, their COSE_Key or COSE_KeySet as `cose:` and base64.',
      }),
    ),
  },
  {
    title: 'EvidenceForm',
    examples: [{ evidence: ['MAUwAwIBAg=='], sha256: 'ab'.repeat(32) }],
  },
);

export const verifyEvidenceOperation = operationsWith<VerifyEvidencePorts>().acting({
  method: 'POST',
  path: '/evidence/verify',
  operationId: 'verifyEvidence',
  scope: 'verify:read',
  tag: 'Verify',
  summary: 'Verify evidence',
  description:
    'Judges evidence that any provider or service issued, as the command `sello verify` does: offline, trusting only ACR2-SE and what you send as trusted. Nothing is kept. An invalid verdict is an answer, not an error. With `Accept: application/pdf` the answer is a report to print.',
  isStream: true,
  body: { required: true, content: { 'multipart/form-data': { schema: Form } } },
  answers: {
    200: {
      description: 'The judgement: JSON, or with `Accept: application/pdf` a report.',
      content: {
        'application/json': { schema: Type.Object({ evidence: EvidenceSchema }) },
        ...fileOf('application/pdf').content,
      },
    },
  },
  refusals: OF_A_FORM,
  async act(ports, { who, request, reply }) {
    const received = await readEvidence(request, () => reply.raw.writeContinue());
    const material = { ...received, now: ports.now() };
    const judged = await ports.evidenceVerifier.judge(who.accountId, material);
    if ('refused' in judged) throw new AppError('validation_failed', judged.refused);
    const evidence = toEvidenceRecord(judged.verdict, judged.text);
    if (!wantsPdf(request.headers.accept)) return { status: 200, body: { evidence } };
    const report = toReport(evidence, ports.site.serviceName, ports.now());
    const content = await ports.constancias.write(who.accountId, async () => report);
    const file = { type: 'application/pdf', name: 'informe-de-verificacion.pdf', content };
    return { status: 200, headers: NEVER_RUN, file };
  },
});

function wantsPdf(accept: string | undefined): boolean {
  return accept !== undefined && /^\s*application\/pdf\b/i.test(accept);
}
