/** Ids of events. An id encodes a place in the account's history, so it stays the same without being stored. */

import { createHash } from 'node:crypto';
import { decodeBase62, encodeBase62 } from '../../kernel/base62.ts';
import { type EventId, parseId } from '../../kernel/ids.ts';
import type { Owner } from '../../kernel/owner.ts';

/**
 * What the number of an event means. `created`: the number of the certificate. `certified`: the same number, within a
 * stage of the chain (see `stages.ts`). `written`: the number of the stored event. `test`: a random number, which is
 * not stored anywhere.
 */
const SOURCES = ['created', 'certified', 'written', 'test'] as const;

export type Source = (typeof SOURCES)[number];

export type EventPlace = { source: Source; stage: number; number: number };

const TAG_BYTES = 8;

/**
 * The id has one byte for the source, two for the stage, five for the number, and eight that bind them to account and
 * mode.
 */
export function eventId(owner: Owner, { source, stage, number }: EventPlace): EventId {
  const bytes = Buffer.alloc(8 + TAG_BYTES);
  bytes.writeUInt8(SOURCES.indexOf(source) + 1, 0);
  bytes.writeUInt16BE(stage, 1);
  bytes.writeUIntBE(Math.floor(number / 2 ** 32), 3, 1);
  bytes.writeUInt32BE(number % 2 ** 32, 4);
  tagOf(owner, bytes.subarray(0, 8)).copy(bytes, 8);
  const id = parseId('evt', `evt_${encodeBase62(bytes, 22)}`);
  if (id === undefined) throw new Error('An event id does not have the form of ids');
  return id;
}

/** Returns undefined for an id of another account or mode, and for a text that is not an id. */
export function placeOf(owner: Owner, text: string): EventPlace | undefined {
  const id = parseId('evt', text);
  const bytes = id && decodeBase62(id.slice(4), 8 + TAG_BYTES);
  if (bytes === undefined) return undefined;
  const place = Buffer.from(bytes);
  const source = SOURCES[place.readUInt8(0) - 1];
  const isOurs = tagOf(owner, place.subarray(0, 8)).equals(place.subarray(8));
  if (source === undefined || !isOurs) return undefined;
  return {
    source,
    stage: place.readUInt16BE(1),
    number: place.readUInt8(3) * 2 ** 32 + place.readUInt32BE(4),
  };
}

/** Makes ids differ between accounts, because a receiver of several accounts must never see the same id twice. */
function tagOf({ accountId, livemode }: Owner, place: Uint8Array): Buffer {
  const mode = livemode ? 'live' : 'test';
  return createHash('sha256')
    .update(`sello event 1 ${accountId} ${mode} `)
    .update(place)
    .digest()
    .subarray(0, TAG_BYTES);
}
