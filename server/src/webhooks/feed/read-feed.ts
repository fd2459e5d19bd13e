/** Reads the next events after a cursor from all sources, oldest first. */

import type { RecordSite } from '../../certificates/certificate-record.ts';
import type { Query } from '../../database/pool.ts';
import { readEventsAfter } from '../../events/pg-events.ts';
import type { Owner } from '../../kernel/owner.ts';
import { type Cursor, type FeedEvent, wants, wantsCertified } from './feed.ts';
import { type CertificateMark, toCertificateEvents, toWrittenEvents } from './hydrate.ts';
import { type Heads, numbersBelow } from './pg-heads.ts';
import { type Stage, stagesOf } from './stages.ts';

/** An event, and the cursor after it. */
type NextEvent = { event: FeedEvent; cursor: Cursor };

type FeedPage = {
  next: NextEvent[];
  /** Where to continue: after the last event of `next` and any unwanted events that follow it. */
  cursor: Cursor;
  isMore: boolean;
};

type Lane = { events: FeedEvent[]; isCut: boolean };

/** Reads only events of these types. Each source keeps its own order, and between sources the time decides. */
export async function readFeed(
  query: Query,
  site: RecordSite,
  owner: Owner,
  types: readonly string[],
  from: Cursor,
  heads: Heads,
  limit: number,
): Promise<FeedPage> {
  const start = follow(from, heads);
  const certified = await certifiedMarks(query, owner, types, start, heads, limit);
  const created = wants(types, 'certificate.created') ? createdMarks(start, heads, limit) : [];
  const told = await toCertificateEvents(query, site, owner, [...created, ...certified.marks]);
  const named = types.includes('*') ? undefined : types;
  const written =
    heads.written > start.written ? await readEventsAfter(query, owner, start.written, named, limit) : [];
  const lanes: Lane[] = [
    {
      events: told.filter(({ place }) => place.source === 'created'),
      isCut: start.created + limit < heads.created,
    },
    { events: told.filter(({ place }) => place.source === 'certified'), isCut: certified.isCut },
    { events: await toWrittenEvents(query, site, owner, written), isCut: written.length === limit },
  ];
  const { next, isMore } = merge(lanes, start);
  if (isMore) return { next, cursor: next.at(-1)?.cursor ?? start, isMore };
  const cursor = {
    ...certified.end,
    created: Math.max(start.created, heads.created),
    written: Math.max(start.written, heads.written, written.at(-1)?.number ?? 0),
  };
  return { next, cursor, isMore };
}

/** Adapts the cursor if another chain certifies from now on. What the previous chain certified is not sent again. */
function follow(from: Cursor, { network, reorganisations }: Heads): Cursor {
  if (from.network === network) return from;
  return { ...from, network, stage: 2 * reorganisations.length };
}

function createdMarks(start: Cursor, heads: Heads, limit: number): CertificateMark[] {
  const through = Math.min(heads.created, start.created + limit);
  return numbersFrom(start.created, through).map((number) => ({
    source: 'created',
    stage: 0,
    number,
    type: 'certificate.created',
    at: undefined,
  }));
}

/** Goes through the stages, beginning at the cursor's. Usually that is the last stage. */
async function certifiedMarks(
  query: Query,
  owner: Owner,
  types: readonly string[],
  start: Cursor,
  heads: Heads,
  limit: number,
): Promise<{ marks: CertificateMark[]; end: Cursor; isCut: boolean }> {
  if (!wantsCertified(types)) return { marks: [], end: start, isCut: false };
  const stages = stagesOf(heads.reorganisations, heads.certifiedSize).filter(
    ({ stage }) => stage >= start.stage,
  );
  const bounds = await boundsOf(query, owner, stages, heads);
  const marks: CertificateMark[] = [];
  let end = start;
  for (const [i, { stage, type, at }] of stages.entries()) {
    const { low, high } = bounds[i] ?? { low: 0, high: 0 };
    const after = end.stage === stage ? Math.max(end.certified, low) : low;
    const room = limit - marks.length;
    const through = wants(types, type) ? Math.min(high, after + room) : high;
    if (wants(types, type))
      for (const number of numbersFrom(after, through))
        marks.push({ source: 'certified', stage, number, type, at });
    end = { ...end, stage, certified: Math.max(after, through) };
    if (through < high) return { marks, end, isCut: true };
  }
  return { marks, end, isCut: false };
}

/** Finds the certificate numbers for the sizes of the log. No query is needed if the cursor is in the newest stage. */
async function boundsOf(
  query: Query,
  owner: Owner,
  stages: readonly Stage[],
  heads: Heads,
): Promise<{ low: number; high: number }[]> {
  if (stages.length === 1) return [{ low: 0, high: heads.certified }];
  const numbers = await numbersBelow(
    query,
    owner,
    stages.flatMap(({ low, high }) => [low, high]),
  );
  return stages.map((_, i) => ({ low: numbers[2 * i] ?? 0, high: numbers[2 * i + 1] ?? 0 }));
}

/**
 * Merges the sources by time. Stops at a source that was not read to its end, because its next events may be older than
 * those of the others.
 */
function merge(lanes: readonly Lane[], start: Cursor): { next: NextEvent[]; isMore: boolean } {
  const next: NextEvent[] = [];
  const places = lanes.map(() => 0);
  let cursor = start;
  for (;;) {
    let first: { lane: number; event: FeedEvent } | undefined;
    for (const [lane, { events, isCut }] of lanes.entries()) {
      const event = events[places[lane] ?? 0];
      if (event === undefined && isCut) return { next, isMore: true };
      if (event !== undefined && (first === undefined || event.at < first.event.at)) first = { lane, event };
    }
    if (first === undefined) return { next, isMore: false };
    places[first.lane] = (places[first.lane] ?? 0) + 1;
    cursor = passed(cursor, first.event);
    next.push({ event: first.event, cursor });
  }
}

function passed(cursor: Cursor, { place: { source, stage, number } }: FeedEvent): Cursor {
  if (source === 'created') return { ...cursor, created: number };
  if (source === 'certified') return { ...cursor, stage, certified: number };
  return { ...cursor, written: number };
}

function numbersFrom(after: number, through: number): number[] {
  return Array.from({ length: Math.max(0, through - after) }, (_, i) => after + 1 + i);
}
