/** The meaning and content of each event, as the section `webhooks` of the OpenAPI document. */

import { type TObject, type TSchema, Type } from 'typebox';
import { BatchSchema } from '../certificates/batches/batch-record.ts';
import { CertificateSchema } from '../certificates/certificate-record.ts';
import { nullable, oneOf } from '../http/schema.ts';
import { KeySchema } from '../keys/key-record.ts';
import { RoleSchema } from '../people/teams/team-record.ts';
import { WebhookSchema } from '../webhooks/endpoints/webhook-record.ts';
import {
  AwardEventData,
  ClockEventData,
  CourseEventData,
  DiplomaEventData,
  DrawEventData,
  MemberEventData,
  MembershipDayEventData,
  MembershipEventData,
  RenewalEventData,
  ReviewEventData,
  RosterEventData,
  TermDayEventData,
  TermMetEventData,
  WatchAddressEventData,
  WatchEventData,
  WatchedStandingEventData,
} from './membership-event-data.ts';
import { EVENT_CATALOGUE, type EventType } from './reference/event-catalogue.ts';

const Time = Type.String({ format: 'date-time' });
const Id = Type.String();
const constant = <T extends string>(value: T) => Type.Unsafe<T>({ type: 'string', const: value });

const PersonEventData = Type.Object(
  {
    id: Type.String({ description: 'The id of the seat or of the invitation.' }),
    role: RoleSchema,
    role_before: Type.Optional(RoleSchema),
  },
  { title: 'PersonEventData', description: 'Only ids and roles.' },
);

const AllowanceEventData = Type.Object(
  {
    object: constant('allowance'),
    certificates_left: Type.Integer(),
    certificates_granted: Type.Integer(),
    threshold_percent: Type.Integer({ description: '10 or 0.' }),
  },
  { title: 'AllowanceEventData' },
);

const AllowanceRequestEventData = Type.Object(
  {
    id: Id,
    object: constant('allowance_request'),
    certificates: Type.Integer({ description: 'How many certificates were asked for.' }),
    certificates_granted: nullable(Type.Integer({ description: 'null means none.' })),
    certificates_left: Type.Integer(),
  },
  { title: 'AllowanceRequestEventData' },
);

const KeyExpiringEventData = Type.Object(
  {
    id: Id,
    object: constant('key'),
    name: Type.String(),
    mode: oneOf(['live', 'test']),
    expires_at: Time,
  },
  { title: 'KeyExpiringEventData' },
);

const WebhookTestEventData = Type.Object(
  { object: constant('webhook_test'), webhook_id: Id, livemode: Type.Boolean() },
  { title: 'WebhookTestEventData' },
);

/** An event without an entry here does not compile. */
const EVENT_DATA: Readonly<Record<EventType | 'webhook.test', TSchema>> = {
  'certificate.created': CertificateSchema,
  'certificate.certified': CertificateSchema,
  'certificate.reorganised': CertificateSchema,
  'certificate.sealed': CertificateSchema,
  'certificate.file_erased': CertificateSchema,
  'batch.completed': BatchSchema,
  'allowance.low': AllowanceEventData,
  'allowance.granted': AllowanceRequestEventData,
  'allowance.refused': AllowanceRequestEventData,
  'key.created': KeySchema,
  'key.revoked': KeySchema,
  'key.expiring': KeyExpiringEventData,
  'webhook.disabled': WebhookSchema,
  'person.invited': PersonEventData,
  'person.joined': PersonEventData,
  'person.role_changed': PersonEventData,
  'person.removed': PersonEventData,
  'member.created': MemberEventData,
  'member.updated': MemberEventData,
  'member.anonymised': MemberEventData,
  'membership.created': MembershipEventData,
  'membership.suspended': MembershipEventData,
  'membership.ended': MembershipEventData,
  'membership.grace': MembershipDayEventData,
  'membership.lapsed': MembershipDayEventData,
  'term.met': TermMetEventData,
  'term.ending': TermDayEventData,
  'term.unmet_at_end': TermDayEventData,
  'course.proposed': CourseEventData,
  'course.accredited': CourseEventData,
  'course.refused': CourseEventData,
  'course.closed': CourseEventData,
  'roster.completed': RosterEventData,
  'award.created': AwardEventData,
  'award.approved': AwardEventData,
  'award.rejected': AwardEventData,
  'award.revoked': AwardEventData,
  'diploma.certified': DiplomaEventData,
  'diploma.failed': DiplomaEventData,
  'renewal.requested': RenewalEventData,
  'renewal.approved': RenewalEventData,
  'renewal.rejected': RenewalEventData,
  'renewal.contradicted': RenewalEventData,
  'clock.ready': ClockEventData,
  'draw.sealed': DrawEventData,
  'draw.drawn': DrawEventData,
  'draw.cancelled': DrawEventData,
  'review.drawn': ReviewEventData,
  'review.evidence_sent': ReviewEventData,
  'review.decided': ReviewEventData,
  'watch.accepted': WatchEventData,
  'watch.declined': WatchEventData,
  'watch.ended': WatchEventData,
  'watch.membership_lapsed': WatchedStandingEventData,
  'watch.membership_suspended': WatchedStandingEventData,
  'watch.membership_revoked': WatchedStandingEventData,
  'watch.membership_reinstated': WatchedStandingEventData,
  'watch_address.confirmed': WatchAddressEventData,
  'watch_address.unsubscribed': WatchAddressEventData,
  'webhook.test': WebhookTestEventData,
};

/** The section of the document: one path item per event, named like the event. */
export function describeEvents(): Record<string, object> {
  return Object.fromEntries(
    Object.entries(EVENT_DATA).map(([type, data]) => [
      type,
      { post: describeEvent(type, whenOf(type as keyof typeof EVENT_DATA), data) },
    ]),
  );
}

function whenOf(type: keyof typeof EVENT_DATA): string {
  return type === 'webhook.test' ? 'You requested a test event.' : EVENT_CATALOGUE[type].when.en;
}

function describeEvent(type: string, when: string, data: TSchema): object {
  return {
    operationId: `on${titleOf(type)}`,
    tags: ['Webhooks'],
    summary: when,
    security: [],
    parameters: HEADERS,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: asInRoutes(eventSchema(type, data)) } },
    },
    responses: {
      '2XX': { description: 'Received. Answer within 15 seconds, and do longer work afterwards.' },
      '410': { description: 'The webhook is disabled at once.' },
    },
  };
}

const HEADERS = [
  ['webhook-id', 'The same for every attempt: use it to recognise repeated events.'],
  ['webhook-timestamp', 'In seconds; changes with every attempt.'],
  [
    'webhook-signature',
    '`v1,` and base64. For a day after a rotation there are two signatures, separated by a space.',
  ],
].map(([name, description]) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
}));

function eventSchema(type: string, data: TSchema): TObject {
  return Type.Object({ type: constant(type), timestamp: Time, data }, { title: `${titleOf(type)}Event` });
}

/**
 * Writes records in the same way as the plugin that describes routes: a constant becomes an `enum` with one value, and
 * a schema with an id becomes a reference.
 */
function asInRoutes(schema: TSchema): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (typeof value !== 'object' || value === null) return value;
    if ('$id' in value) return { $ref: `#/components/schemas/${value.$id}` };
    if (!('const' in value)) return value;
    const { const: only, ...rest } = value;
    return { ...rest, enum: [only] };
  });
}

/** `award.created` becomes `AwardCreated`. */
function titleOf(type: string): string {
  return type.replace(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());
}
