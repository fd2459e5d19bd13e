/** Adds to events the records that they are about. */

import type { Certificate } from '../../certificates/certificate.ts';
import { type CertificateRecord, type RecordSite, toRecord } from '../../certificates/certificate-record.ts';
import { readByIds, readByNumbers } from '../../certificates/pg-feed.ts';
import type { Query } from '../../database/pool.ts';
import type { WrittenEvent } from '../../events/pg-events.ts';
import type { Owner } from '../../kernel/owner.ts';
import { externalIdsOf } from '../../memberships/membership/pg-external-ids.ts';
import { type EventPlace, eventId } from './event-id.ts';
import type { FeedEvent } from './feed.ts';

/**
 * An event of a certificate before the certificate is read. `at` is the time, if it cannot be read from the
 * certificate.
 */
export type CertificateMark = EventPlace & { type: string; at: Date | undefined };

/** Reads the certificates and returns the events in the same order. */
export async function toCertificateEvents(
  query: Query,
  site: RecordSite,
  owner: Owner,
  marks: readonly CertificateMark[],
): Promise<FeedEvent[]> {
  const numbers = [...new Set(marks.map(({ number }) => number))];
  const found = new Map<number, { certificate: Certificate; data: CertificateRecord }>();
  for (const { number, certificate } of await readByNumbers(query, owner, numbers))
    found.set(number, { certificate, data: toRecord(site, certificate) });
  return marks.flatMap(({ source, stage, number, type, at }) => {
    const read = found.get(number);
    if (read === undefined) return [];
    const place = { source, stage, number };
    return [
      { id: eventId(owner, place), place, type, at: at ?? timeOf(source, read.certificate), data: read.data },
    ];
  });
}

/**
 * The time of an event. A certification that was just undone no longer has one, so the time of the certificate is used;
 * the next round reports the reorganisation.
 */
function timeOf(source: EventPlace['source'], { createdAt, anchor }: Certificate): Date {
  return new Date(source === 'created' || anchor === undefined ? createdAt : anchor.changedAt);
}

/**
 * Adds the records to stored events. For events about certificates, only the id was stored. The `external_id` of a
 * membership is added here and never stored with an event, because it is erased with the person.
 */
export async function toWrittenEvents(
  query: Query,
  site: RecordSite,
  owner: Owner,
  written: readonly WrittenEvent[],
): Promise<FeedEvent[]> {
  const idOf = ({ type, data }: WrittenEvent) =>
    type.startsWith('certificate.') && typeof data.id === 'string' ? data.id : undefined;
  const ids = written.flatMap((event) => idOf(event) ?? []);
  const records = new Map<string, CertificateRecord>();
  for (const { certificate } of await readByIds(query, owner, ids))
    records.set(certificate.id, toRecord(site, certificate));
  const memberships = written.flatMap((event) => membershipIn(event) ?? []);
  const externalId = await externalIdsOf(query, owner, memberships);
  return written.map((event) => {
    const place = { source: 'written', stage: 0, number: event.number } as const;
    const membership = membershipIn(event);
    const own = membership === undefined ? {} : { external_id: externalId(membership) };
    const data = records.get(idOf(event) ?? '') ?? { ...event.data, ...own };
    return { id: eventId(owner, place), place, type: event.type, at: event.at, data };
  });
}

function membershipIn({ type, data }: WrittenEvent): string | undefined {
  return type.startsWith('membership.') && typeof data.id === 'string' ? data.id : undefined;
}
