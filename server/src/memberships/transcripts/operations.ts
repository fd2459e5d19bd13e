/** Transcripts, by API. */

import { Type } from 'typebox';
import { CertificateRef } from '../../certificates/certificate-record.ts';
import { currentHolder } from '../../database/current-request.ts';
import { oneOf } from '../../http/schema.ts';
import type { Outside, Tools, Who } from '../../operations/operation.ts';
import { assertMay } from '../../operations/refusal.ts';
import { credentialJwt } from '../badges/badge-jwt.ts';
import { CREDENTIAL_TYPE, JWT_TYPE } from '../badges/operations.ts';
import { readLook } from '../council/pg-council.ts';
import { askedBefore, askForOne } from '../documents/ask-once.ts';
import { type DocumentOperation, documentOperation } from '../documents/document-operation.ts';
import { findDocument } from '../documents/pg-documents.ts';
import type { DocumentPorts } from '../documents/ports.ts';
import { makeRecord } from '../learner-records/make-record.ts';
import { findMemberToChange } from '../members/find-member.ts';
import { note } from '../note-change.ts';
import { OF_A_DOCUMENT } from '../refusal-groups.ts';
import { AskedParameters } from './asked.ts';
import { buildTranscript } from './build-transcript.ts';
import { toTable } from './table.ts';
import { type Transcript, type TranscriptAsked, TranscriptSchema } from './transcript.ts';
import { toContent } from './transcript-content.ts';

const TAG = 'Members';
const Params = Type.Object({ id: Type.String() });

export const READ_TRANSCRIPT = read();

export const TRANSCRIPT_OPERATIONS: readonly DocumentOperation[] = [READ_TRANSCRIPT, certify()];

function read(): DocumentOperation {
  return documentOperation({
    method: 'GET',
    path: '/members/:id/transcript',
    operationId: 'getTranscript',
    scope: 'awards:read',
    alsoScope: 'members:read',
    tag: TAG,
    summary: "Read a member's transcript",
    description:
      "Contains the member, memberships, terms with their evaluation, every award with how much of it counts and why, and the ledger. With these a reader can recompute the chain and the sums, as `sello verify --transcript FILE` does. The content depends only on the records and on `as_of`. `format=csv` has one line for each award; `format=pdf` is for printing and not certified. `format=clr` has the badges of its awards as a Comprehensive Learner Record 2.0, signed by your account, and `clr_jwt` is the same as a JWT. Both need the member's consent, a server with https, and one to a hundred approved awards; they do not name the member.",
    params: Params,
    query: Type.Object({
      ...AskedParameters.properties,
      format: Type.Optional(oneOf(['json', 'csv', 'pdf', 'clr', 'clr_jwt'], { default: 'json' })),
    }),
    answers: {
      200: {
        description: 'The transcript.',
        content: {
          'application/json': { schema: Type.Object({ transcript: TranscriptSchema }) },
          'text/csv': { schema: Type.String() },
          'application/pdf': { schema: Type.String({ format: 'binary' }) },
          [CREDENTIAL_TYPE]: { schema: Type.Object({}, { description: 'A ClrCredential.' }) },
          [JWT_TYPE]: { schema: Type.String({ description: 'A ClrCredential as a JWT.' }) },
        },
      },
    },
    refusals: [404, 'invalid_transition', 'badge_needs_https', 'consent_missing'],
    before: async (outside, { who, params, query: { format = 'json', ...asked }, baseUrl }) => {
      const { query } = outside.records;
      const transcript = await buildTranscript({ ...outside, query }, who, params.id, asked);
      const file =
        format === 'pdf'
          ? await draw(outside, query, who, transcript)
          : format === 'clr' || format === 'clr_jwt'
            ? await sign(outside, who, transcript, format, baseUrl)
            : undefined;
      return { transcript, format, file };
    },
    run: async (_tools, _asked, { transcript, format, file }) => {
      if (file !== undefined) return { status: 200, file };
      if (format === 'csv') return { status: 200, file: toTable(transcript) };
      return { status: 200, body: { transcript } };
    },
  });
}

/** The PDF is dated by the transcript's day and not by a clock, so that it has the same bytes each time. */
async function draw(
  outside: Outside & DocumentPorts,
  query: Tools['query'],
  who: Who,
  transcript: Transcript,
) {
  const look = await readLook({ query }, who.accountId);
  const content = await outside.documentWriter.write(currentHolder() ?? who.accountId, async () => ({
    livemode: who.livemode,
    content: toContent(transcript, { ...look, logo: null, signatures: [] }),
    url: undefined,
    images: new Map(),
    serviceName: look.name,
    writtenAt: new Date(`${transcript.as_of}T00:00:00Z`),
  }));
  const name = `transcript-${transcript.member.member_number}-${transcript.as_of}.pdf`;
  return { type: 'application/pdf', name, content };
}

async function sign(
  outside: Outside & DocumentPorts,
  who: Who,
  transcript: Transcript,
  format: 'clr' | 'clr_jwt',
  baseUrl: string,
) {
  const record = await makeRecord(outside, who, transcript, baseUrl);
  const name = `record-${transcript.member.member_number}-${transcript.as_of}`;
  if (format === 'clr') return { type: CREDENTIAL_TYPE, name: `${name}.json`, content: record };
  const tools = { ...outside, query: outside.records.query };
  return { type: JWT_TYPE, name: `${name}.jwt`, content: await credentialJwt(tools, record) };
}

function certify(): DocumentOperation {
  return documentOperation({
    method: 'POST',
    path: '/members/:id/transcript',
    operationId: 'certifyTranscript',
    scope: 'awards:read',
    alsoScope: 'members:read',
    tag: TAG,
    summary: "Certify a member's transcript",
    description:
      'Makes the PDF and certifies it, for one certificate of the allowance. Needs `members:read` and `certificates:write` too. Its public page shows the standing at the moment when somebody opens it.',
    params: Params,
    body: Type.Object(AskedParameters.properties, { examples: [{ as_of: '2026-03-31' }] }),
    answers: {
      201: Type.Object({ certificate: CertificateRef }, { description: 'The certificate over the PDF.' }),
    },
    refusals: [...OF_A_DOCUMENT, 'member_anonymised'],
    before: async (outside, { who, params, body, once }) => {
      assertMay(who, 'certificates:write');
      const id = await outside.records.transaction((query) =>
        ask({ ...outside, query }, who, params.id, body, once),
      );
      await outside.issueDocument(who, id);
      return id;
    },
    run: async (tools, { who }, id) => {
      const document = await findDocument(tools, who, id);
      if (document?.certificateId === undefined) throw new Error(`${id} was not certified`);
      const { certificateId } = document;
      return {
        status: 201,
        body: { certificate: await tools.showCertificate(who, certificateId) },
        location: `/certificates/${certificateId}`,
      };
    },
  });
}

/**
 * Refuses invalid parameters before anything is stored. The day is fixed now, however long making the document takes.
 */
async function ask(
  tools: Pick<Tools, 'query' | 'now' | 'newId'>,
  who: Who,
  named: string,
  asked: TranscriptAsked,
  once: Uint8Array | undefined,
) {
  const before = await askedBefore(tools, who, once);
  if (before !== undefined) return before;
  const { id: memberId } = await findMemberToChange(tools, who, named);
  const { as_of } = await buildTranscript(tools, who, memberId, asked);
  const wanted = { kind: 'transcript', memberId, asked: { ...asked, as_of } } as const;
  const id = await askForOne(tools, who, wanted, who.by, once);
  await note(tools, who, 'document.create', id, { kind: 'transcript', member_id: memberId });
  return id;
}
