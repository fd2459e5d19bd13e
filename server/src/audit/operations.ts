/** An account's audit log by page, for people and for keys. */

import { type Static, Type } from 'typebox';
import { nullable, oneOf } from '../http/schema.ts';
import { ACTOR_TYPES } from '../kernel/actor.ts';
import { operationsWith } from '../operations/operation.ts';
import { readAudit } from './audit-log.ts';
import type { AuditEvent, AuditLog, AuditNote } from './ports.ts';

export const TAG = 'Audit log';

export const PageQuery = Type.Object({
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

export const PageSchema = Type.Object(
  {
    events: Type.Array(EventSchema),
    next_before: nullable(Type.String({ description: 'Null on the last page.' })),
  },
  { description: 'One page of the log, newest first.' },
);

export const listAuditEvents = operationsWith<{ audit: AuditLog }>().acting({
  method: 'GET',
  path: '/audit',
  operationId: 'listAuditEvents',
  scope: 'audit:read',
  tag: TAG,
  summary: 'List what was done in the account',
  description:
    'Newest first: who did what, and from where. Pass `next_before` as `before` for the page after it.',
  query: PageQuery,
  answers: { 200: PageSchema },
  refusals: [],
  act: async (ports, { who, query: { limit = 50, before } }) => ({
    status: 200,
    body: await readPage(ports, who.accountId, limit, before),
  }),
});

export async function readPage(
  ports: { audit: AuditLog },
  log: AuditNote['accountId'],
  limit: number,
  before: number | undefined,
): Promise<Static<typeof PageSchema>> {
  const { events, nextBefore } = await readAudit(ports, log, limit, before);
  return { events: events.map(toRecord), next_before: nextBefore?.toString() ?? null };
}

export function toRecord(event: AuditEvent): Static<typeof EventSchema> {
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
