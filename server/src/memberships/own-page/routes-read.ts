/** What a member sees and takes home: their page, transcript, diplomas and badges. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { App } from '../../http/app.ts';
import { attachment } from '../../http/content-disposition.ts';
import { preferredLanguage } from '../../http/language.ts';
import { fileOf, oneOf, refusals } from '../../http/schema.ts';
import type { Site } from '../../http/site.ts';
import { parseId } from '../../kernel/ids.ts';
import type { Outside, RunningOperation } from '../../operations/operation.ts';
import { refuse } from '../../operations/refusal.ts';
import { awardNotFound } from '../awards/find-award.ts';
import { findAwards } from '../awards/pg-awards.ts';
import { BADGE_OPERATIONS, CREDENTIAL_TYPE } from '../badges/operations.ts';
import { DIPLOMA_OPERATIONS } from '../diplomas/operations.ts';
import type { DocumentPorts } from '../documents/ports.ts';
import { TRANSCRIPT_OPERATIONS } from '../transcripts/operations.ts';
import { councilOf, PageParams, type PagePorts } from './council-of-page.ts';
import { sessionOf, whoOf } from './entrance/member-session.ts';
import { readOverview } from './overview.ts';
import { OverviewSchema } from './overview-schema.ts';

export type ReadRoutePorts = PagePorts & Outside & DocumentPorts;

const AwardParams = Type.Object({ account: Type.String(), id: Type.String() });

export function ownReadRoutes(app: App, ports: ReadRoutePorts, site: Site): void {
  const schema = { params: PageParams, response: { 200: OverviewSchema, ...refusals(404) } };
  app.get('/me', { schema }, async (request) => {
    const council = await councilOf(ports, request);
    const tools = { ...ports, query: ports.records.query };
    return readOverview(tools, whoOf(request), sessionOf(request), council, site.baseUrl);
  });
  transcript(app, ports, site);
  ofAward(app, ports, site, 'diploma', named(DIPLOMA_OPERATIONS, 'getDiploma'), ['raw'], ['application/pdf']);
  ofAward(
    app,
    ports,
    site,
    'badge',
    named(BADGE_OPERATIONS, 'getBadge'),
    ['json', 'png'],
    [CREDENTIAL_TYPE, 'image/png'],
  );
}

function transcript(app: App, ports: ReadRoutePorts, site: Site): void {
  const read = named(TRANSCRIPT_OPERATIONS, 'getTranscript');
  const querystring = Type.Object({ format: Type.Optional(oneOf(['json', 'csv', 'pdf'])) });
  const response = { 200: fileOf('application/json', 'text/csv', 'application/pdf'), ...refusals(404) };
  app.get(
    '/transcript',
    { schema: { params: PageParams, querystring, response } },
    async (request, reply) => {
      const { member } = sessionOf(request);
      const { format = 'json' } = request.query;
      return give(ports, site, request, reply, read, { id: member.id }, { format });
    },
  );
}

/** Somebody else's award is the 404 of an unknown one. */
function ofAward(
  app: App,
  ports: ReadRoutePorts,
  site: Site,
  what: 'diploma' | 'badge',
  read: RunningOperation<DocumentPorts>,
  formats: readonly string[],
  types: readonly string[],
): void {
  const [first = ''] = formats;
  const querystring = Type.Object({ format: Type.Optional(oneOf(formats)) });
  const response = { 200: fileOf(...types), ...refusals(404, 409, 422) };
  const url = `/awards/:id/${what}` as const;
  app.get(url, { schema: { params: AwardParams, querystring, response } }, async (request, reply) => {
    const { id } = request.params;
    await assertOwnAward(ports, request, id);
    return give(ports, site, request, reply, read, { id }, { format: request.query.format ?? first });
  });
}

export async function assertOwnAward(
  { records }: Pick<PagePorts, 'records'>,
  request: FastifyRequest,
  named: string,
): Promise<void> {
  const id = parseId('awd', named);
  const [award] = id === undefined ? [] : await findAwards(records, whoOf(request), [id]);
  if (award?.memberId !== sessionOf(request).member.id) refuse(awardNotFound());
}

function named(
  operations: readonly RunningOperation<DocumentPorts>[],
  operationId: string,
): RunningOperation<DocumentPorts> {
  const found = operations.find((operation) => operation.operationId === operationId);
  if (found === undefined) throw new Error(`There is no operation ${operationId}`);
  return found;
}

/** The same reading that keys have, as the member: with no scope at all, so nothing is shown unmasked. */
async function give(
  ports: ReadRoutePorts,
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  operation: RunningOperation<DocumentPorts>,
  params: { id: string },
  query: { format: string },
): Promise<FastifyReply> {
  const asked = {
    who: whoOf(request),
    params,
    query,
    body: undefined,
    table: undefined,
    once: undefined,
    language: preferredLanguage(request.headers['accept-language']),
    baseUrl: site.baseUrl,
    certificatesLeft: undefined,
    request,
    reply,
  };
  const prepared = await operation.before?.(ports, asked);
  const tools = { ...ports, query: ports.records.query };
  const { file, body } = await operation.run(tools, asked, prepared);
  const given = file ?? { type: 'application/json', content: JSON.stringify(body, undefined, 1) };
  return reply
    .type(given.type)
    .header('content-disposition', attachment(given.name ?? `${operation.operationId}.json`))
    .serializer((content: unknown) => content as string)
    .send(typeof given.content === 'string' ? given.content : Buffer.from(given.content));
}
