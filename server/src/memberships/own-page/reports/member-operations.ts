/** The operations by which members report activities, with a file as evidence. */

import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { readWholeBody, typeOfBody } from '../../../http/bodies/held-body.ts';
import { AppError } from '../../../kernel/errors.ts';
import { type Operation, operationsWith } from '../../../operations/operation.ts';
import { Day, Points } from '../../fields.ts';
import { OF_AN_AWARD } from '../../refusal-groups.ts';
import { DONE, Done, type OwnWho, PageAndId, PageParams, TAG } from '../member-operation.ts';
import { reportActivity, withdrawActivity } from './report-activity.ts';
import { EVIDENCE_TYPES, type EvidencePorts, MOST_EVIDENCE_BYTES, takeEvidence } from './take-evidence.ts';

const { acting, running } = operationsWith<EvidencePorts, OwnWho>();

export const OWN_REPORT_OPERATIONS: readonly Operation<EvidencePorts, OwnWho>[] = [
  acting({
    method: 'POST',
    path: '/evidence',
    operationId: 'sendOwnEvidence',
    scope: 'own page',
    tag: TAG,
    summary: 'Send a file as evidence',
    params: PageParams,
    isStream: true,
    answers: { 201: Type.Object({ evidence_id: Type.String() }, { title: 'MyEvidence' }) },
    refusals: [
      402,
      'storage_full',
      404,
      'member_anonymised',
      413,
      415,
      422,
      'empty_file',
      'rate_limit_exceeded',
      502,
    ],
    act: async (ports, { who, request }) => {
      const file = { name: fileName(request), bytes: await readFile(request) };
      const evidence_id = await takeEvidence(ports, who, who.session.member.id, file);
      return { status: 201, body: { evidence_id } };
    },
  }),
  running({
    method: 'POST',
    path: '/activities',
    operationId: 'reportOwnActivity',
    scope: 'own page',
    tag: TAG,
    summary: 'Report an activity',
    params: PageParams,
    body: Type.Object({
      evidence_id: Type.String({ maxLength: 40 }),
      program_id: Type.String({ maxLength: 40 }),
      title: Type.String({ minLength: 1, maxLength: 500 }),
      provider: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      completed_on: Day,
      hours: Type.Optional(Type.Number({ minimum: 0, maximum: 100_000 })),
      category: Type.String({ maxLength: 100 }),
      points: Points,
      note: Type.Optional(Type.String({ minLength: 1, maxLength: 2_000 })),
    }),
    answers: { 201: Type.Object({ award_id: Type.String() }, { title: 'MyReport' }) },
    refusals: [404, ...OF_AN_AWARD, 'member_not_found'],
    run: async (tools, { who, body }) => {
      const { id } = await reportActivity(tools, who, who.session.member.id, body);
      return { status: 201, body: { award_id: id } };
    },
  }),
  running({
    method: 'POST',
    path: '/awards/:id/withdraw',
    operationId: 'withdrawOwnActivity',
    scope: 'own page',
    tag: TAG,
    summary: 'Withdraw an activity that waits for its decision',
    params: PageAndId,
    answers: { 200: Done },
    refusals: [404, 'invalid_transition', 'member_anonymised'],
    run: async (tools, { who, params }) => {
      await withdrawActivity(tools, who, who.session.member.id, params.id);
      return { status: 200, body: DONE };
    },
  }),
];

/** The name of the file, percent-encoded in a header. It is not in the URL, because URLs are logged. */
function fileName({ headers }: FastifyRequest): string {
  const given = headers['x-file-name'];
  if (typeof given !== 'string') return 'evidencia';
  try {
    return decodeURIComponent(given).slice(0, 255) || 'evidencia';
  } catch {
    return 'evidencia';
  }
}

/** The body must be the file itself, not form or JSON fields. */
async function readFile(request: FastifyRequest): Promise<Uint8Array> {
  const type = typeOfBody(request);
  if (['', 'application/json', 'text/plain'].includes(type)) throw noFile();
  if (!EVIDENCE_TYPES.includes(type)) throw wrongType();
  const bytes = await readWholeBody(request, { maxBytes: MOST_EVIDENCE_BYTES });
  if (bytes.length === 0) throw noFile();
  return bytes;
}

function noFile(): AppError {
  return new AppError('empty_file', {
    en: 'Send the file as the body, with its type in Content-Type.',
    es: 'Envíe el archivo como cuerpo, con su tipo en Content-Type.',
  });
}

function wrongType(): AppError {
  return new AppError('unsupported_media_type', {
    en: 'Send a PDF or a picture (JPEG, PNG, WebP or HEIC), and say so in Content-Type.',
    es: 'Envíe un PDF o una imagen (JPEG, PNG, WebP o HEIC) e indíquelo en Content-Type.',
  });
}
