/** An account's audit log, page by page and as CSV, for people and for API keys. */

import { Readable } from 'node:stream';
import { type Static, Type } from 'typebox';
import { attachment } from '../http/content-disposition.ts';
import { CSV_START, CSV_TYPE, csvLine } from '../http/csv.ts';
import { fileOf, nullable } from '../http/schema.ts';
import type { Site } from '../http/site.ts';
import { type Operation, operationsWith, type Who } from '../operations/operation.ts';
import { readAudit, readWholeAudit } from './audit-log.ts';
import { COLUMNS, EventSchema, toCells, toRecord } from './audit-record.ts';
import { FILTERS, readAuditFilter } from './filters.ts';
import type { AuditFilter, AuditLog, AuditNote } from './ports.ts';

export const TAG = 'Audit log';

export const PageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
});

export const PageSchema = Type.Object(
  {
    events: Type.Array(EventSchema),
    next_before: nullable(Type.String({ description: 'Null on the last page.' })),
  },
  { description: 'One page of the log, newest first.' },
);

export type AuditOperationPorts = { audit: AuditLog; site: Pick<Site, 'serviceName'> };

const { acting } = operationsWith<AuditOperationPorts>();

const listAuditEvents = acting({
  method: 'GET',
  path: '/audit',
  operationId: 'listAuditEvents',
  scope: 'audit:read',
  tag: TAG,
  summary: 'List what was done in the account',
  description:
    'Newest first: who did what to which record, and from where. For the next page, pass `next_before` as `before`. With filters, a page may hold fewer entries than `limit`, or none; the list has ended only when `next_before` is null.',
  query: Type.Object({ ...PageQuery.properties, ...FILTERS }, { title: 'AuditQuery' }),
  answers: { 200: PageSchema },
  refusals: [],
  act: async (ports, { who, query: { limit = 50, before, ...filters } }) => ({
    status: 200,
    body: await readPage(ports, readingOf(who), { limit, before, filter: readAuditFilter(filters) }),
  }),
});

const exportAudit = acting({
  method: 'GET',
  path: '/audit.csv',
  operationId: 'exportAudit',
  scope: 'audit:read',
  tag: TAG,
  summary: 'Download the audit log as CSV',
  description: 'All entries that match the filters, newest first.',
  query: Type.Object(FILTERS, { title: 'AuditExportQuery' }),
  answers: { 200: { description: 'The table.', ...fileOf('text/csv') } },
  refusals: [],
  async act(ports, { who, query, reply }) {
    const filter = readAuditFilter(query);
    const name = `${ports.site.serviceName}-audit.csv`;
    reply.type(CSV_TYPE).header('content-disposition', attachment(name));
    reply.send(Readable.from(csvOf(ports, readingOf(who), filter)));
    return undefined;
  },
});

/** Operations for API keys and for people. */
export const AUDIT_OPERATIONS: readonly Operation<AuditOperationPorts>[] = [listAuditEvents, exportAudit];

/** Whose log is read, and who reads it. */
type Reading = { log: AuditNote['accountId']; may: Who['may'] };

const readingOf = ({ accountId, may }: Who): Reading => ({ log: accountId, may });

export async function readPage(
  ports: { audit: AuditLog },
  { log, may }: Reading,
  asked: Parameters<typeof readAudit>[2],
): Promise<Static<typeof PageSchema>> {
  const { events, nextBefore } = await readAudit(ports, log, asked);
  return { events: events.map((event) => toRecord(event, may)), next_before: nextBefore?.toString() ?? null };
}

async function* csvOf(
  ports: { audit: AuditLog },
  { log, may }: Reading,
  filter: AuditFilter | undefined,
): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS);
  for await (const events of readWholeAudit(ports, log, filter)) {
    yield events.map((event) => csvLine(toCells(toRecord(event, may)))).join('');
  }
}
