/**
 * Lists the events of the last thirty days of an account and mode, starting after any of them, and finds one event by
 * its id.
 */

import type { RecordSite } from '../../certificates/certificate-record.ts';
import { readByNumbers } from '../../certificates/pg-feed.ts';
import type { Query } from '../../database/pool.ts';
import { EVENT_TYPES, horizonOf, WRITTEN_TYPES } from '../../events/event-types.ts';
import { readEventKeys, readEvents } from '../../events/pg-events.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type KeysAsked, readCertifiedKeys, type TypedKey } from './certified-keys.ts';
import { type EventPlace, placeOf } from './event-id.ts';
import { compareKeys, type Edge, type EventKey, pairFor } from './event-keys.ts';
import { type FeedEvent, wantsCertified } from './feed.ts';
import { type CertificateMark, toCertificateEvents, toWrittenEvents } from './hydrate.ts';
import { createdKeys } from './pg-certificate-keys.ts';
import { readHeads } from './pg-heads.ts';
import { stagesOf } from './stages.ts';

type EventsAsked = {
  types: readonly string[] | undefined;
  isDown: boolean;
  after: EventKey | undefined;
  offset: number;
  limit: number;
};

export async function listEvents(
  query: Query,
  site: RecordSite,
  owner: Owner,
  { types = EVENT_TYPES, isDown, after, offset, limit }: EventsAsked,
  now: Date,
): Promise<{ events: FeedEvent[]; hasMore: boolean }> {
  const heads = await readHeads(query, owner);
  if (heads === undefined) return { events: [], hasMore: false };
  const edge: Edge = { isDown, key: after, since: horizonOf(now) };
  const keys = await readKeys(query, owner, { heads, types, edge, limit: offset + limit + 1 });
  keys.sort((a, b) => (isDown ? compareKeys(b, a) : compareKeys(a, b)));
  const page = keys.slice(offset, offset + limit);
  return { events: await fill(query, site, owner, page), hasMore: keys.length > offset + limit };
}

async function readKeys(query: Query, owner: Owner, asked: KeysAsked): Promise<TypedKey[]> {
  const { types, edge, limit } = asked;
  const { isDown, since } = edge;
  const written = types.filter((type) => WRITTEN_TYPES.some((known) => known === type));
  const [created, certified, told] = await Promise.all([
    types.includes('certificate.created')
      ? createdKeys(query, owner, { isDown, since, limit, ...pairFor('created', edge) })
      : [],
    wantsCertified(types) ? readCertifiedKeys(query, owner, asked) : [],
    written.length > 0
      ? readEventKeys(query, owner, { isDown, since, limit, types: written, ...pairFor('written', edge) })
      : [],
  ]);
  return [
    ...created.map((key) => ({ ...key, source: 'created' as const, stage: 0, type: 'certificate.created' })),
    ...certified,
    ...told.map((key) => ({ ...key, source: 'written' as const, stage: 0, type: '' })),
  ];
}

async function fill(
  query: Query,
  site: RecordSite,
  owner: Owner,
  keys: readonly TypedKey[],
): Promise<FeedEvent[]> {
  const marks: CertificateMark[] = keys.filter(({ source }) => source !== 'written');
  const numbers = keys.flatMap(({ source, number }) => (source === 'written' ? number : []));
  const filled = [
    ...(await toCertificateEvents(query, site, owner, marks)),
    ...(await toWrittenEvents(query, site, owner, await readEvents(query, owner, numbers))),
  ];
  const byPlace = new Map(filled.map((event) => [nameOf(event.place), event]));
  return keys.flatMap((key) => byPlace.get(nameOf(key)) ?? []);
}

function nameOf({ source, stage, number }: EventPlace): string {
  return `${source} ${stage} ${number}`;
}

/** Undefined if there is no event with this id, or it is too old. */
export async function findEvent(
  query: Query,
  site: RecordSite,
  owner: Owner,
  id: string,
  now: Date,
): Promise<FeedEvent | undefined> {
  const place = placeOf(owner, id);
  if (place === undefined) return undefined;
  const event = await eventAt(query, site, owner, place);
  return event !== undefined && event.at > horizonOf(now) ? event : undefined;
}

async function eventAt(
  query: Query,
  site: RecordSite,
  owner: Owner,
  place: EventPlace,
): Promise<FeedEvent | undefined> {
  if (place.source === 'written') {
    const [event] = await toWrittenEvents(query, site, owner, await readEvents(query, owner, [place.number]));
    return event;
  }
  const mark =
    place.source === 'created'
      ? { ...place, type: 'certificate.created', at: undefined }
      : await certifiedMark(query, owner, place);
  const [event] = mark === undefined ? [] : await toCertificateEvents(query, site, owner, [mark]);
  return event;
}

/** The event of a certification, which exists only if that stage contains the certificate's index in the log. */
async function certifiedMark(
  query: Query,
  owner: Owner,
  place: EventPlace,
): Promise<CertificateMark | undefined> {
  const heads = await readHeads(query, owner);
  if (heads === undefined || place.source !== 'certified') return undefined;
  const [found] = await readByNumbers(query, owner, [place.number]);
  const leafIndex = found?.certificate.leafIndex;
  if (leafIndex === undefined) return undefined;
  const stage = stagesOf(heads.reorganisations, heads.certifiedSize).find(
    ({ stage: number, low, high }) => number === place.stage && leafIndex >= low && leafIndex < high,
  );
  return stage && { ...place, type: stage.type, at: stage.at };
}
