/** An account's audit log, by page or as CSV. */

import { Readable } from 'node:stream';
import { type Static, Type } from 'typebox';
import type { App } from '../http/app.ts';
import { attachment } from '../http/content-disposition.ts';
import { CSV_START, CSV_TYPE, type CsvCell, csvLine } from '../http/csv.ts';
import { fileOf, nullable, oneOf } from '../http/schema.ts';
import { accountIdOf } from '../http/signed-in.ts';
import type { Site } from '../http/site.ts';
import { ACTOR_TYPES } from '../kernel/actor.ts';
import type { AccountId } from '../kernel/ids.ts';
import { readAudit, readWholeAudit } from './audit-log.ts';
import type { AuditEvent, AuditLog } from './ports.ts';

const PageQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  before: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
});

const EventSchema = Type.Object(
  {
    id: Type.String({ description: 'Its number in the log of the account.' }),
    at: Type.String({ format: 'date-time' }),
    action: Type.String(),
    actor: Type.Object({ type: oneOf(ACTOR_TYPES), name: Type.String() }),
    ip: nullable(Type.String()),
    user_agent: nullable(Type.String()),
    target: nullable(Type.String({ description: 'The id of what it was done to.' })),
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

export type AuditRoutePorts = { audit: AuditLog };

export function auditRoutes(app: App, ports: AuditRoutePorts, { serviceName }: Site): void {
  const schema = { querystring: PageQuery, response: { 200: PageSchema } };
  app.get('/audit', { schema }, async (request) => {
    const { limit = 50, before } = request.query;
    const { events, nextBefore } = await readAudit(ports, accountIdOf(request), limit, before);
    return { events: events.map(toRecord), next_before: nextBefore?.toString() ?? null };
  });

  app.get('/audit.csv', { schema: { response: { 200: fileOf('text/csv') } } }, async (request, reply) => {
    reply.type(CSV_TYPE).header('content-disposition', attachment(`${serviceName}-audit.csv`));
    return reply.send(Readable.from(csvOf(ports, accountIdOf(request))));
  });
}

async function* csvOf(ports: AuditRoutePorts, accountId: AccountId): AsyncGenerator<string> {
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
