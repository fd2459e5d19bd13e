/** Calendars and their stamps in PostgreSQL. */

import type { Turn } from '../../database/duties.ts';
import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { calendarParties, partyMarks } from './pg-calendar-parties.ts';
import { stampMarks } from './pg-mark-stamps.ts';
import {
  CALENDAR_STAMP_STATES,
  type CalendarStampReads,
  type CalendarStampRow,
  type CalendarStampStore,
  type HeldCalendarStamps,
} from './ports.ts';

const COLUMNS = `id, calendar, tree_size, root, nonce, state, written_at, tries, coalesce(complete, pending) as ots,
  bitcoin_height, header`;

/** The update changes nothing. It makes the statement return the row even if the row already exists. */
const WRITE_STAMP = `
  with known as (insert into calendars (name) values ($1) on conflict do nothing)
  insert into calendar_stamps as s (calendar, tree_size, root, nonce, state, written_at)
  select $1, $2, $3, $4, 'written', $5 where holds_duty($6, $7)
  on conflict (calendar, tree_size) do update set tree_size = s.tree_size
  returning ${COLUMNS}`;

export function makeCalendarStampStore(database: Database): CalendarStampStore {
  const reads = { ...stamps(database), ...calendarParties(database) };
  return {
    ...reads,
    heldBy: (turn) => ({
      ...reads,
      ...writeDown(database, turn),
      ...stampMarks(database, turn),
      ...partyMarks(database, turn),
    }),
  };
}

function writeDown(database: Database, turn: Turn): Pick<HeldCalendarStamps, 'writeDown'> {
  return {
    async writeDown({ calendar, treeSize, root, nonce }, now) {
      const stamp = [calendar, treeSize, root, nonce, now];
      const rows = await database.query(WRITE_STAMP, [...stamp, turn.duty, turn.number], 'write-stamp');
      return toStamp(read.firstRow(rows));
    },
  };
}

function stamps(database: Database): Omit<CalendarStampReads, keyof ReturnType<typeof calendarParties>> {
  const select = async (name: string, from: string, params: readonly unknown[]) =>
    (await database.query(`select ${COLUMNS} from ${from}`, params, name)).map(toStamp);
  return {
    async newest(calendar) {
      const [stamp] = await select(
        'stamp-newest',
        'calendar_stamps where calendar = $1 order by tree_size desc limit 1',
        [calendar],
      );
      return stamp;
    },

    due: (calendar, now, count) =>
      select(
        'stamps-due',
        `calendar_stamps where calendar = $1 and state = 'pending' and next_try_at <= $2
         order by next_try_at, id limit $3`,
        [calendar, now, count],
      ),

    unconfirmed: (calendars, count) =>
      select(
        'stamps-unconfirmed',
        `calendar_stamps where state = 'complete' and header is null and calendar = any($1) order by id limit $2`,
        [calendars, count],
      ),

    covering: (leafIndex) => select('stamps-covering', 'covering_stamps($1)', [leafIndex]),
  };
}

function toStamp(row: Row): CalendarStampRow {
  return {
    id: read.number(row, 'id'),
    calendar: read.text(row, 'calendar'),
    treeSize: read.number(row, 'tree_size'),
    root: read.bytes(row, 'root'),
    nonce: read.bytes(row, 'nonce'),
    state: read.oneOf(row, 'state', CALENDAR_STAMP_STATES),
    writtenAt: read.date(row, 'written_at'),
    tries: read.number(row, 'tries'),
    ots: read.optionalBytes(row, 'ots'),
    bitcoinHeight: read.optionalNumber(row, 'bitcoin_height'),
    header: read.optionalBytes(row, 'header'),
  };
}
