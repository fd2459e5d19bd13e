/** An account's audit log, by page or as CSV. */

import { Readable } from 'node:stream';
import { type Static, Type } from 'typebox';
import { attachment } from '../http/content-disposition.ts';
import { CSV_START, CSV_TYPE, type CsvCell, csvLine } from '../http/csv.ts';
import { fileOf, nullable, oneOf } from '../http/schema.ts';
import type { Site } from '../http/site.ts';
import { ACTOR_TYPES } from '../kernel/actor.ts';
import type { AccountId, PersonId } from '../kernel/ids.ts';
import { type Operation, operationsWith, type Who } from '../operations/operation.ts';
import { readAudit, readWholeAudit } from './audit-log.ts';
import type { AuditEvent, AuditLog } from './ports.ts';

const PageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
});

const EventSchema = Type.Object(
  {
    id: Type.String({ description: 'The number of the entry in the account’s log.' }),
    at: Type.String({ format: 'date-time' }),
    action: Type.String(),
    actor: Type.Object({ type: oneOf(ACTOR_TYPES), name: Type.String() }),
    ip: nullable(Type.String()),
    user_agent: nullable(Type.String()),
    target: nullable(Type.String({ description: 'The id of the record that was changed.' })),
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'AuditEvent' },
);

const PageSchema = Type.Object({
  events: Type.Array(EventSchema),
  next_before: nullable(Type.String({ description: 'Null on the last page.' })),
});

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

const TAG = 'Audit log';

export type AuditOperationPorts = { audit: AuditLog; site: Pick<Site, 'serviceName'> };

/** What this log needs to know of whoever is logged in: it stands below people. */
type Reader = Who & { visit: { person: { id: PersonId } } };

const { acting } = operationsWith<AuditOperationPorts, Reader>();

export const AUDIT_OPERATIONS: readonly Operation<AuditOperationPorts, Reader>[] = [
  acting({
    method: 'GET',
    path: '/audit',
    operationId: 'listAuditEvents',
    scope: 'audit:read',
    tag: TAG,
    summary: 'List what was done in the account',
    query: PageQuery,
    answers: { 200: PageSchema },
    refusals: [],
    async act(ports, { who, query: { limit = 50, before } }) {
      const { events, nextBefore } = await readAudit(ports, who.accountId, limit, before);
      const body = { events: events.map(toRecord), next_before: nextBefore?.toString() ?? null };
      return { status: 200, body };
    },
  }),
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
      const { events, nextBefore } = await readAudit(ports, who.visit.person.id, limit, before);
      const body = { events: events.map(toRecord), next_before: nextBefore?.toString() ?? null };
      return { status: 200, body };
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

function toRecord(event: AuditEvent): Static<typeof EventSchema> {
  return {
    id: String(event.number),
    at: event.at.toISOString(),
    action: event.action,
    actor: event.actor,
    ip: event.ip ?? null,
    user_agent: event.userAgent ?? null,
    target: event.target ?? null,
    details: event.details,
  };
}
