/** An account's audit log, by page or as CSV. */

import { Readable } from 'node:stream';
import { attachment } from '../http/content-disposition.ts';
import { CSV_START, CSV_TYPE, type CsvCell, csvLine } from '../http/csv.ts';
import { fileOf } from '../http/schema.ts';
import type { Site } from '../http/site.ts';
import type { AccountId, PersonId } from '../kernel/ids.ts';
import { type Operation, operationsWith, type Who } from '../operations/operation.ts';
import { readWholeAudit } from './audit-log.ts';
import { listAuditEvents, PageQuery, PageSchema, readPage, TAG, toRecord } from './operations.ts';
import type { AuditEvent, AuditLog } from './ports.ts';

const COLUMNS = [
  'id',
  'at',
  'action',
  'actor_type',
  'actor',
  'ip',
  'user_agent',
  'target',
  'details',
] as const;

export type AuditOperationPorts = { audit: AuditLog; site: Pick<Site, 'serviceName'> };

/** What this log needs to know of whoever is logged in: it stands below people. */
type Reader = Who & { visit: { person: { id: PersonId } } };

const { acting } = operationsWith<AuditOperationPorts, Reader>();

export const AUDIT_OPERATIONS: readonly Operation<AuditOperationPorts, Reader>[] = [
  listAuditEvents,
  acting({
    method: 'GET',
    path: '/me/audit',
    operationId: 'listOwnAuditEvents',
    scope: 'oneself',
    tag: TAG,
    summary: "List one's own log-ins, passwords and second factors",
    description: 'Nobody else reads this log.',
    query: PageQuery,
    answers: { 200: PageSchema },
    refusals: [],
    async act(ports, { who, query: { limit = 50, before } }) {
      return { status: 200, body: await readPage(ports, who.visit.person.id, limit, before) };
    },
  }),
  acting({
    method: 'GET',
    path: '/audit.csv',
    operationId: 'exportAudit',
    scope: 'audit:read',
    tag: TAG,
    summary: 'Download the audit log as CSV',
    answers: { 200: fileOf('text/csv') },
    refusals: [],
    async act(ports, { who, reply }) {
      const name = `${ports.site.serviceName}-audit.csv`;
      reply.type(CSV_TYPE).header('content-disposition', attachment(name));
      reply.send(Readable.from(csvOf(ports, who.accountId)));
      return undefined;
    },
  }),
];

async function* csvOf(ports: { audit: AuditLog }, accountId: AccountId): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS);
  for await (const events of readWholeAudit(ports, accountId)) {
    yield events.map((event) => csvLine(toCells(event))).join('');
  }
}

function toCells(event: AuditEvent): CsvCell[] {
  const { id, at, action, actor, ip, user_agent, target, details } = toRecord(event);
  return [id, at, action, actor.type, actor.name, ip, user_agent, target, JSON.stringify(details)];
}
