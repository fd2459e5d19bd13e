/** The constancia de vigencia of a renewal, by API. */

import { Type } from 'typebox';
import { documentOperation } from '../documents/document-operation.ts';
import { OF_A_DOCUMENT } from '../refusal-groups.ts';
import { askConstancia } from './constancia.ts';
import { shown } from './operations.ts';
import { RenewalAnswer } from './renewal.ts';

/** Makes the constancia of a renewal that was approved without one, or whose constancia failed. */
export const CONSTANCIA_OPERATION = documentOperation({
  method: 'POST',
  path: '/renewals/:id/constancia',
  operationId: 'createConstancia',
  scope: 'renewals:decide',
  tag: 'Renewals',
  summary: 'Make the constancia de vigencia of a renewal',
  description:
    'For an approved renewal that was requested without `certify`, or whose constancia failed. It takes one certificate of the allowance; a repeated request returns the same constancia.',
  params: Type.Object({ id: Type.String() }),
  body: Type.Object({}, { examples: [{}] }),
  answers: {
    200: { ...RenewalAnswer, description: 'The renewal, with its existing constancia.' },
    201: { ...RenewalAnswer, description: 'The renewal, with its constancia.' },
  },
  refusals: [...OF_A_DOCUMENT, 'invalid_transition', 'member_anonymised'],
  before: async (outside, { who, params }) => {
    const asked = await outside.records.transaction((query) =>
      askConstancia({ ...outside, query }, who, params.id),
    );
    if (!asked.isThere) await outside.issueDocument(who, asked.documentId);
    return asked;
  },
  run: async (tools, { who, params, baseUrl }, { isThere }) => ({
    status: isThere ? 200 : 201,
    body: await shown(tools, who, params.id, baseUrl),
  }),
});
