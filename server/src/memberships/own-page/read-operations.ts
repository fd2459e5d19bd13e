/** What a member sees and downloads: their page, transcript, diplomas and badges. */

import { Type } from 'typebox';
import { fileOf, oneOf } from '../../http/schema.ts';
import { parseId } from '../../kernel/ids.ts';
import {
  type ActingOperation,
  type Answer,
  type Asked,
  type Outside,
  operationsWith,
  type Tools,
} from '../../operations/operation.ts';
import { refuse } from '../../operations/refusal.ts';
import { awardNotFound } from '../awards/find-award.ts';
import { findAwards } from '../awards/pg-awards.ts';
import { CREDENTIAL_TYPE, JWT_TYPE, READ_BADGE } from '../badges/operations.ts';
import { READ_DIPLOMA } from '../diplomas/operations.ts';
import type { DocumentOperation } from '../documents/document-operation.ts';
import type { DocumentPorts } from '../documents/ports.ts';
import { READ_TRANSCRIPT } from '../transcripts/operations.ts';
import { councilOf, type OwnWho, PageAndId, PageParams, TAG } from './member-operation.ts';
import { readOverview } from './overview.ts';
import { OverviewSchema } from './overview-schema.ts';

export type OwnReadPorts = Outside & Pick<Tools, 'maxPostedBytes'> & DocumentPorts;

const operation = operationsWith<OwnReadPorts, OwnWho>().acting;

export const OWN_READ_OPERATIONS: readonly ActingOperation<OwnReadPorts, OwnWho>[] = [
  operation({
    method: 'GET',
    path: '/me',
    operationId: 'getOwnPage',
    scope: 'own page',
    tag: TAG,
    summary: 'Read everything that the page shows',
    params: PageParams,
    answers: { 200: OverviewSchema },
    refusals: [404],
    act: async (ports, { who, params, baseUrl }) => {
      const tools = { ...ports, query: ports.records.query };
      const council = await councilOf(tools, params);
      return { status: 200, body: await readOverview(tools, who, who.session, council, baseUrl) };
    },
  }),
  operation({
    method: 'GET',
    path: '/transcript',
    operationId: 'getOwnTranscript',
    scope: 'own page',
    tag: TAG,
    summary: 'Take the transcript home',
    params: PageParams,
    query: Type.Object({ format: Type.Optional(oneOf(['json', 'csv', 'pdf', 'clr', 'clr_jwt'])) }),
    answers: { 200: fileOf('application/json', 'text/csv', 'application/pdf', CREDENTIAL_TYPE, JWT_TYPE) },
    refusals: READ_TRANSCRIPT.refusals,
    act: (ports, asked) =>
      giveFile(ports, READ_TRANSCRIPT, asked, asked.who.session.member.id, asked.query.format ?? 'json'),
  }),
  ofAward('diploma', READ_DIPLOMA, ['raw'], ['application/pdf']),
  ofAward('badge', READ_BADGE, ['json', 'jwt', 'png'], [CREDENTIAL_TYPE, JWT_TYPE, 'image/png']),
];

/** Finds an award of this member. Another member's award gives the same 404 as an unknown one. */
function ofAward(
  what: 'diploma' | 'badge',
  read: DocumentOperation,
  formats: readonly [string, ...string[]],
  types: string[],
): ActingOperation<OwnReadPorts, OwnWho> {
  return operation({
    method: 'GET',
    path: `/awards/:id/${what}`,
    operationId: what === 'diploma' ? 'getOwnDiploma' : 'getOwnBadge',
    scope: 'own page',
    tag: TAG,
    summary: `Download the ${what} of an award`,
    params: PageAndId,
    query: Type.Object({ format: Type.Optional(oneOf(formats)) }),
    answers: { 200: fileOf(...types) },
    refusals: read.refusals,
    act: async (ports, asked) => {
      const { who, params, query } = asked;
      const id = parseId('awd', params.id);
      const [award] = id === undefined ? [] : await findAwards(ports.records, who, [id]);
      if (award?.memberId !== who.session.member.id) refuse(awardNotFound());
      return giveFile(ports, read, asked, params.id, query.format ?? formats[0]);
    },
  });
}

/**
 * Reads what a key could read, but with the member as caller and without scopes, so nothing is unmasked. JSON is sent
 * as a file too.
 */
async function giveFile(
  ports: OwnReadPorts,
  read: DocumentOperation,
  asked: Asked<unknown, unknown, unknown, OwnWho>,
  id: string,
  format: string,
): Promise<Answer> {
  const wanted = { ...asked, params: { id }, query: { format } };
  const prepared = await read.before?.(ports, wanted);
  const { file, body } = await read.run({ ...ports, query: ports.records.query }, wanted, prepared);
  const json = {
    type: 'application/json',
    name: `${read.operationId}.json`,
    content: JSON.stringify(body, undefined, 1),
  };
  return { status: 200, file: file ?? json };
}
