/** Reads the stamps of calendars, each with the root that the log signed. */

import { type Pieced, readPieces, rowsOf, WIDE } from '../../database/check/pg-pieces.ts';
import type { Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Snapshot } from '../../database/snapshot.ts';
import { type Batches, mapBatches } from '../../kernel/batches.ts';

export type StoredCalendarStamp = {
  id: number;
  isOfKnownCalendar: boolean;
  treeSize: number;
  root: Uint8Array;
  nonce: Uint8Array;
  state: string;
  pending: Uint8Array | undefined;
  complete: Uint8Array | undefined;
  bitcoinHeight: number | undefined;
  header: Uint8Array | undefined;
  signedRoot: Uint8Array | undefined;
};

const CALENDAR_STAMPS: Pieced = {
  of: rowsOf('calendar_stamps', ['id']),
  sql: `
  select s.*, c.root as signed_root, exists (select from calendars k where k.name = s.calendar) as is_known
    from piece s left join checkpoints c on c.size = s.tree_size`,
};

export function readCalendarStamps(snapshot: Snapshot): Batches<StoredCalendarStamp> {
  return mapBatches(readPieces(snapshot, CALENDAR_STAMPS, WIDE), toCalendarStamp);
}

function toCalendarStamp(row: Row): StoredCalendarStamp {
  return {
    id: read.number(row, 'id'),
    isOfKnownCalendar: read.boolean(row, 'is_known'),
    treeSize: read.number(row, 'tree_size'),
    root: read.bytes(row, 'root'),
    nonce: read.bytes(row, 'nonce'),
    state: read.text(row, 'state'),
    pending: read.optionalBytes(row, 'pending'),
    complete: read.optionalBytes(row, 'complete'),
    bitcoinHeight: read.optionalNumber(row, 'bitcoin_height'),
    header: read.optionalBytes(row, 'header'),
    signedRoot: read.optionalBytes(row, 'signed_root'),
  };
}
