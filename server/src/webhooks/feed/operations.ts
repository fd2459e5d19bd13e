/** The operations for events. */

import { type Static, Type } from 'typebox';
import type { RecordSite } from '../../certificates/certificate-record.ts';
import { EVENT_TYPES } from '../../events/event-types.ts';
import { nearestName } from '../../http/nearest-name.ts';
import { AppError } from '../../kernel/errors.ts';
import type { Owner } from '../../kernel/owner.ts';
import { assertOnePlace, LIST_QUERY, PaginationSchema } from '../../operations/list.ts';
import { type Operation, operation, type Tools } from '../../operations/operation.ts';
import type { FeedEvent } from './feed.ts';
import { findEvent, listEvents } from './list-events.ts';

const TAG = 'Events';

const EventSchema = Type.Object(
  {
    id: Type.String({ description: 'Sent to webhooks as `webhook-id`.' }),
    object: Type.Unsafe<string>({ type: 'string', const: 'event' }),
    livemode: Type.Boolean(),
    type: Type.String({ description: 'Such as `certificate.certified`.' }),
    timestamp: Type.String({ format: 'date-time', description: 'When it happened.' }),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'The record as GET returns it; for memberships only ids, states, days and points.',
    }),
    created_at: Type.String({ format: 'date-time', description: 'The same as `timestamp`.' }),
  },
  {
    title: 'Event',
    examples: [
      {
        id: 'evt_0Ejemplo00000000000001',
        object: 'event',
        livemode: true,
        type: 'certificate.certified',
        timestamp: '2026-03-09T16:20:11.000Z',
        data: { id: 'cert_0Ejemplo00000000000001', object: 'certificate', status: 'certified' },
        created_at: '2026-03-09T16:20:11.000Z',
      },
    ],
  },
);

/** Paging with `after` is cheap at any depth. Paging with `offset` reads everything before the page. */
const ListQuery = Type.Object({
  ...LIST_QUERY,
  type: Type.Optional(
    Type.String({
      maxLength: 1_000,
      description: 'Only events with this name, or with one of several names separated by commas.',
    }),
  ),
});

const Page = Type.Object(
  { events: Type.Array(EventSchema), pagination: PaginationSchema },
  { description: 'A page of events.' },
);

export function eventOperations(site: RecordSite): Operation[] {
  return [
    operation({
      method: 'GET',
      path: '/events',
      operationId: 'listEvents',
      scope: 'events:read',
      tag: TAG,
      summary: 'List events',
      description:
        'The events of the last 30 days, newest first. Use `order=asc` and `after` to follow new events.',
      query: ListQuery,
      answers: { 200: Page },
      refusals: [],
      async run(tools, { who, query }) {
        return { status: 200, body: await eventPage(tools, site, who, query) };
      },
    }),
    operation({
      method: 'GET',
      path: '/events/:id',
      operationId: 'getEvent',
      scope: 'events:read',
      tag: TAG,
      summary: 'Get an event',
      params: Type.Object({ id: Type.String({ description: 'The id of the event.' }) }),
      answers: { 200: Type.Object({ event: EventSchema }, { description: 'The event.' }) },
      refusals: [404],
      async run(tools, { who, params }) {
        const event = await findEvent(tools.query, site, who, params.id, tools.now());
        if (event === undefined) throw noEvent();
        return { status: 200, body: { event: toEventRecord(who, event) } };
      },
    }),
  ];
}

async function eventPage(tools: Tools, site: RecordSite, who: Owner, query: Static<typeof ListQuery>) {
  const { limit = 20, offset = 0, order = 'desc' } = query;
  assertOnePlace(query);
  const after = query.after === undefined ? undefined : await edgeOf(tools, site, who, query.after);
  const asked = { types: typesOf(query.type), isDown: order === 'desc', after, offset, limit };
  const { events, hasMore } = await listEvents(tools.query, site, who, asked, tools.now());
  // Counting would read the whole list, so a total is given only if the page shows the end of the list.
  const seen = offset + events.length + (hasMore ? 1 : 0);
  const isWhole = !hasMore && after === undefined && (events.length > 0 || offset === 0);
  return {
    events: events.map((event) => toEventRecord(who, event)),
    pagination: {
      limit,
      offset,
      ...(isWhole ? { total: seen } : { total: null, total_at_least: seen }),
      has_more: hasMore,
    },
  };
}

/**
 * An id that is too old or belongs to another account is refused. Starting again at the beginning would hide the gap.
 */
async function edgeOf(tools: Tools, site: RecordSite, who: Owner, id: string) {
  const event = await findEvent(tools.query, site, who, id, tools.now());
  if (event !== undefined) return { ...event.place, at: event.at };
  throw new AppError('validation_failed', {
    en: '`after` must be the id of an event of the last 30 days.',
    es: '`after` debe ser el id de un evento de los últimos 30 días.',
  });
}

function typesOf(given: string | undefined): string[] | undefined {
  if (given === undefined) return undefined;
  const names = given.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !EVENT_TYPES.some((type) => type === name));
  if (unknown === undefined) return names;
  const nearest = nearestName(unknown, EVENT_TYPES);
  throw new AppError('validation_failed', {
    en: `\`type\` names no event${nearest === undefined ? '' : `; the nearest is \`${nearest}\``}. Send names such as certificate.certified.`,
    es: `\`type\` no nombra ningún evento${nearest === undefined ? '' : `; el más parecido es \`${nearest}\``}. Envíe nombres como certificate.certified.`,
  });
}

function toEventRecord({ livemode }: Owner, { id, type, at, data }: FeedEvent) {
  const time = at.toISOString();
  return { id, object: 'event', livemode, type, timestamp: time, data, created_at: time };
}

function noEvent(): AppError {
  return new AppError('not_found', {
    en: 'There is no event with this id in your account. Events are kept for 30 days.',
    es: 'No hay ningún evento con este id en su cuenta. Los eventos se guardan 30 días.',
  });
}
