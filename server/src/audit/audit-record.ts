/** An entry of the audit log as the API returns it, and as a line of a CSV table. */

import { type Static, Type } from 'typebox';
import type { CsvCell } from '../http/csv.ts';
import { nullable, oneOf } from '../http/schema.ts';
import { ACTOR_TYPES } from '../kernel/actor.ts';
import type { Who } from '../operations/operation.ts';
import type { Scope } from '../operations/scopes.ts';
import type { AuditEvent, AuditObject } from './ports.ts';

const Named = { type: Type.String(), id: Type.String(), name: Type.String() };

export const EventSchema = Type.Object(
  {
    id: Type.String({ description: 'The number of the entry in the account’s log.' }),
    at: Type.String({ format: 'date-time' }),
    action: Type.String(),
    actor: Type.Object({
      type: oneOf(ACTOR_TYPES),
      id: Type.String(),
      name: Type.String(),
      role: nullable(Type.String({ description: "The person's role at the time of the action." })),
      made_by: nullable(
        Type.Object(
          { id: Type.String(), name: Type.String() },
          { description: 'The person who made the key.' },
        ),
      ),
    }),
    ip: nullable(Type.String()),
    user_agent: nullable(Type.String()),
    target: nullable(Type.String({ description: 'The id of the record that was changed.' })),
    object: nullable(
      Type.Object(
        {
          ...Named,
          of: nullable(
            Type.Object(Named, { description: 'The record that `target` belongs to, such as a member.' }),
          ),
        },
        { description: "The record's present name; null if it has none." },
      ),
    ),
    mode: Type.Unsafe<'live' | 'test' | null>({
      type: ['string', 'null'],
      enum: ['live', 'test', null],
      description: 'Null if the action concerned the whole account.',
    }),
    details: Type.Record(Type.String(), Type.Unknown()),
  },
  { title: 'AuditEvent' },
);

type AuditRecord = Static<typeof EventSchema>;

/**
 * For each kind of record, the scope that a reader needs to see its name. Persons and keys are always named, like the
 * actors.
 */
const READ_WITH: Readonly<Record<string, Scope>> = {
  certificate: 'certificates:read',
  webhook: 'webhooks:read',
  invitation: 'people:read',
  program: 'programs:read',
  course: 'courses:read',
  roster: 'courses:read',
  member: 'members:read',
  award: 'awards:read',
  membership: 'memberships:read',
  term: 'memberships:read',
  renewal: 'renewals:read',
  document: 'members:read',
};

function isReadable({ type, of }: AuditObject, may: Who['may']): boolean {
  return [type, of?.type ?? type].every((kind) => READ_WITH[kind] === undefined || may(READ_WITH[kind]));
}

/** In an account's log, a record is named only if the reader may also read the record itself. */
export function toRecord(event: AuditEvent, may: Who['may']): AuditRecord {
  const { actor } = event;
  const object = event.object && isReadable(event.object, may) ? event.object : undefined;
  return {
    id: String(event.number),
    at: event.at.toISOString(),
    action: event.action,
    actor: {
      type: actor.type,
      id: actor.id,
      name: actor.name,
      role: actor.role ?? null,
      made_by: actor.madeBy ?? null,
    },
    ip: event.ip ?? null,
    user_agent: event.userAgent ?? null,
    target: event.target ?? null,
    object: object === undefined ? null : { ...object, of: object.of ?? null },
    mode: event.mode ?? null,
    details: event.details,
  };
}

export const COLUMNS = [
  'id',
  'at',
  'action',
  'actor_type',
  'actor',
  'ip',
  'user_agent',
  'target',
  'details',
  'actor_id',
  'role',
  'made_by',
  'object',
  'object_of',
  'mode',
] as const;

export function toCells(record: AuditRecord): CsvCell[] {
  const { id, at, action, actor, ip, user_agent, target, details, object, mode } = record;
  const seen = [id, at, action, actor.type, actor.name, ip, user_agent, target, JSON.stringify(details)];
  const madeBy = actor.made_by?.name ?? null;
  return [...seen, actor.id, actor.role, madeBy, object?.name ?? null, object?.of?.name ?? null, mode];
}
