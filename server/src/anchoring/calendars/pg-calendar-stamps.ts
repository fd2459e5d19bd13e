/** Calendars and their stamps in PostgreSQL. */

import type { Database, Row } from '../../database/pool.ts';
import {
  bytes,
  date,
  firstRow,
  number,
  oneOf,
  optionalBytes,
  optionalDate,
  optionalNumber,
  text,
} from '../../database/row-reader.ts';
import { CALENDAR_STAMP_STATES, type CalendarStampRow, type CalendarStampStore } from './ports.ts';

const COLUMNS = `id, calendar, tree_size, root, nonce, state, written_at, tries, coalesce(complete, pending) as ots,
  bitcoin_height, header`;

export function makeCalendarStampStore(database: Database): CalendarStampStore {
  const select = async (name: string, from: string, params: readonly unknown[]) =>
    (await database.query(name, `select ${COLUMNS} from ${from}`, params)).map(toStamp);
  return {
    async newest(calendar) {
      const [stamp] = await select(
        'stamp-newest',
        'calendar_stamps where calendar = $1 order by tree_size desc limit 1',
        [calendar],
      );
      return stamp;
    },

    async writeDown({ calendar, treeSize, root, nonce }, now) {
      // A no-op update, so that the row comes back whoever wrote it.
      const rows = await database.query(
        'write-stamp',
        `with known as (insert into calendars (name) values ($1) on conflict do nothing)
         insert into calendar_stamps as s (calendar, tree_size, root, nonce, state, written_at)
         values ($1, $2, $3, $4, 'written', $5)
         on conflict (calendar, tree_size) do update set tree_size = s.tree_size
         returning ${COLUMNS}`,
        [calendar, treeSize, root, nonce, now],
      );
      return toStamp(firstRow(rows));
    },

    async markPending(id, ots, now, nextTryAt) {
      await database.query(
        'stamp-pending',
        `update calendar_stamps set state = 'pending', pending = $2, pending_at = $3, next_try_at = $4
          where id = $1 and state = 'written'`,
        [id, ots, now, nextTryAt],
      );
    },

    due: (calendar, now, count) =>
      select(
        'stamps-due',
        `calendar_stamps where calendar = $1 and state = 'pending' and next_try_at <= $2
         order by next_try_at, id limit $3`,
        [calendar, now, count],
      ),

    async postpone(id, nextTryAt) {
      await database.query(
        'stamp-postpone',
        'update calendar_stamps set tries = tries + 1, next_try_at = $2 where id = $1',
        [id, nextTryAt],
      );
    },

    async markComplete(id, ots, bitcoinHeight, now) {
      await database.query(
        'stamp-complete',
        `update calendar_stamps set state = 'complete', complete = $2, bitcoin_height = $3, complete_at = $4
          where id = $1 and state = 'pending'`,
        [id, ots, bitcoinHeight, now],
      );
    },

    unconfirmed: (calendars, count) =>
      select(
        'stamps-unconfirmed',
        `calendar_stamps where state = 'complete' and header is null and calendar = any($1) order by id limit $2`,
        [calendars, count],
      ),

    async confirm(id, header) {
      await database.query(
        'stamp-confirm',
        `update calendar_stamps set header = $2 where id = $1 and state = 'complete'`,
        [id, header],
      );
    },

    async reopen(id, nextTryAt) {
      await database.query(
        'stamp-reopen',
        `update calendar_stamps set state = 'pending', complete = null, bitcoin_height = null, complete_at = null,
                tries = tries + 1, next_try_at = $2
          where id = $1 and state = 'complete' and header is null`,
        [id, nextTryAt],
      );
    },

    covering: (leafIndex) => select('stamps-covering', 'covering_stamps($1)', [leafIndex]),

    async standing(party) {
      const [row] = await database.query(
        'calendar-standing',
        'select failures, next_try_at from calendars where name = $1',
        [party],
      );
      if (row === undefined) return { failures: 0, nextTryAt: undefined };
      return { failures: number(row, 'failures'), nextTryAt: optionalDate(row, 'next_try_at') };
    },

    async markFailed(party, code, message, nextTryAt) {
      await database.query(
        'calendar-failed',
        `insert into calendars as c (name, failures, failure_code, failure_message, next_try_at)
         values ($1, 1, $2, $3, $4)
         on conflict (name) do update set failures = c.failures + 1, failure_code = excluded.failure_code,
           failure_message = excluded.failure_message, next_try_at = excluded.next_try_at`,
        [party, code, message, nextTryAt],
      );
    },

    async markAnswered(party) {
      await database.query(
        'calendar-answered',
        `update calendars set failures = 0, failure_code = null, failure_message = null, next_try_at = null
          where name = $1 and failures > 0`,
        [party],
      );
    },

    async troubles(parties, overdueSince) {
      const rows = await database.query(
        'calendar-troubles',
        `select name as party, failure_code as code, failure_message as message from calendars
          where name = any($1) and failure_code is not null
         union all
         select calendar, 'overdue', count(*) || ' stamps wait for a block, the oldest since '
                || to_char(min(pending_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
           from calendar_stamps
          where calendar = any($1) and state = 'pending' and pending_at < $2 group by calendar
         order by party, code`,
        [parties, overdueSince],
      );
      return rows.map((row) => ({
        party: text(row, 'party'),
        code: text(row, 'code'),
        message: text(row, 'message'),
      }));
    },
  };
}

function toStamp(row: Row): CalendarStampRow {
  return {
    id: number(row, 'id'),
    calendar: text(row, 'calendar'),
    treeSize: number(row, 'tree_size'),
    root: bytes(row, 'root'),
    nonce: bytes(row, 'nonce'),
    state: oneOf(row, 'state', CALENDAR_STAMP_STATES),
    writtenAt: date(row, 'written_at'),
    tries: number(row, 'tries'),
    ots: optionalBytes(row, 'ots'),
    bitcoinHeight: optionalNumber(row, 'bitcoin_height'),
    header: optionalBytes(row, 'header'),
  };
}
