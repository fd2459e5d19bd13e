/** Diplomas, by API. */

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import type { Outside, Tools, Who } from '../../operations/operation.ts';
import { awardNamed } from '../awards/find-award.ts';
import type { Document } from '../documents/document.ts';
import { type DocumentOperation, documentOperation } from '../documents/document-operation.ts';
import { diplomasOf, findDocument } from '../documents/pg-documents.ts';
import type { DocumentPorts } from '../documents/ports.ts';
import { findOwnFiles } from '../pg-own-certificates.ts';
import { Reason } from '../reason.ts';
import { OF_A_DOCUMENT } from '../refusal-groups.ts';
import { askDiploma } from './ask-diploma.ts';
import { DiplomaAnswer, toDiplomaRecord } from './diploma-record.ts';
import { diplomaErased, diplomaFailed, inTheQueue, noDiplomaYet } from './refusals.ts';

const TAG = 'Awards';
const Params = Type.Object({ id: Type.String() });

export const READ_DIPLOMA = read();

export const DIPLOMA_OPERATIONS: readonly DocumentOperation[] = [make(), READ_DIPLOMA];

function make(): DocumentOperation {
  return documentOperation({
    method: 'POST',
    path: '/awards/:id/diploma',
    operationId: 'createDiploma',
    scope: 'diplomas:write',
    tag: TAG,
    summary: 'Make the diploma of an award',
    description:
      'A PDF with a folio, certified like any other file: it takes one certificate of the allowance. The QR code on it is that of its own certificate. A repeated request returns the same diploma; `reissue` makes a new one with the current name, and the page of the old one names its replacement.',
    params: Params,
    body: Type.Object(
      {
        reissue: Type.Optional(
          Type.Boolean({
            default: false,
            description: 'Makes a new diploma that replaces the current one; needs a reason.',
          }),
        ),
        reason: Type.Optional(Reason),
      },
      { examples: [{}, { reissue: true, reason: 'Corrección del apellido.' }] },
    ),
    answers: {
      200: { ...DiplomaAnswer, description: 'The existing diploma.' },
      201: { ...DiplomaAnswer, description: 'The diploma, certified.' },
    },
    refusals: [...OF_A_DOCUMENT, 'invalid_transition', 'member_anonymised'],
    before: async (outside, { who, params, body, once }) => {
      const asked = await outside.records.transaction((query) =>
        askDiploma({ ...outside, query }, who, params.id, body, once),
      );
      if (!asked.isThere) await outside.issueDocument(who, asked.id);
      return asked;
    },
    run: async (tools, { who, params, baseUrl, language }, { id, isThere }) => {
      const diploma = await findDocument(tools, who, id);
      if (diploma === undefined) throw noDiplomaYet();
      return {
        status: isThere ? 200 : 201,
        body: { diploma: toDiplomaRecord(diploma, baseUrl, language) },
        ...(!isThere && { location: `/awards/${params.id}/diploma` }),
      };
    },
  });
}

function read(): DocumentOperation {
  return documentOperation({
    method: 'GET',
    path: '/awards/:id/diploma',
    operationId: 'getDiploma',
    scope: 'awards:read',
    tag: TAG,
    summary: 'Read the diploma of an award',
    description: '`format=raw` returns the PDF, byte for byte as it was certified.',
    params: Params,
    query: Type.Object({ format: Type.Optional(oneOf(['json', 'raw'], { default: 'json' })) }),
    answers: {
      200: {
        description: 'The diploma, or with `format=raw` its PDF.',
        content: {
          'application/json': { schema: DiplomaAnswer },
          'application/pdf': { schema: Type.String({ format: 'binary' }) },
        },
      },
    },
    refusals: [404, 'file_not_stored', 'diploma_not_ready'],
    before: async (outside, { who, params, query: { format } }) => {
      const { query } = outside.records;
      const award = await awardNamed({ query }, who, params.id);
      const [diploma] = await diplomasOf({ query }, award.id);
      if (diploma === undefined) throw noDiplomaYet();
      return { diploma, file: format === 'raw' ? await fileOf(outside, query, who, diploma) : undefined };
    },
    run: async (_tools, { baseUrl, language }, { diploma, file }) =>
      file === undefined
        ? { status: 200, body: { diploma: toDiplomaRecord(diploma, baseUrl, language) } }
        : { status: 200, file },
  });
}

async function fileOf(
  outside: Outside & DocumentPorts,
  query: Tools['query'],
  who: Who,
  { status, error, certificateId, folio }: Document,
) {
  if (status === 'queued') throw inTheQueue();
  if (certificateId === undefined) throw diplomaFailed(error);
  const hash = (await findOwnFiles({ query }, who, [certificateId])).get(certificateId);
  const content = hash && (await outside.readOriginal(who, hash));
  if (content === undefined) throw diplomaErased();
  return { type: 'application/pdf', name: `${folio}.pdf`, content };
}
