/**
 * Stores failures, and how long to pause after them, for the parties that are asked: calendars and the source of
 * block headers.
 */

import type { Turn } from '../../database/duties.ts';
import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { CalendarStampReads, HeldCalendarStamps } from './ports.ts';

const MARK_FAILED = `
  insert into calendars as c (name, failures, failure_code, failure_message, next_try_at)
  select $1, 1, $2, $3, $4 where holds_duty($5, $6)
  on conflict (name) do update set failures = c.failures + 1, failure_code = excluded.failure_code,
    failure_message = excluded.failure_message, next_try_at = excluded.next_try_at`;

const MARK_ANSWERED = `
  update calendars set failures = 0, failure_code = null, failure_message = null, next_try_at = null
   where name = $1 and failures > 0 and holds_duty($2, $3)`;

const TROUBLES = `
  select name as party, failure_code as code, failure_message as message from calendars
   where name = any($1) and failure_code is not null
  union all
  select calendar, 'overdue', count(*) || ' stamps wait for a block, the oldest since '
         || to_char(min(pending_at) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
    from calendar_stamps
   where calendar = any($1) and state = 'pending' and pending_at < $2 group by calendar
  order by party, code`;

export function partyMarks(
  database: Database,
  turn: Turn,
): Pick<HeldCalendarStamps, 'markFailed' | 'markAnswered'> {
  const held = [turn.duty, turn.number];
  return {
    async markFailed(party, code, message, nextTryAt) {
      await database.query(MARK_FAILED, [party, code, message, nextTryAt, ...held], 'calendar-failed');
    },

    async markAnswered(party) {
      await database.query(MARK_ANSWERED, [party, ...held], 'calendar-answered');
    },
  };
}

export function calendarParties(database: Database): Pick<CalendarStampReads, 'standing' | 'troubles'> {
  return {
    async standing(party) {
      const [row] = await database.query(
        'select failures, next_try_at from calendars where name = $1',
        [party],
        'calendar-standing',
      );
      if (row === undefined) return { failures: 0, nextTryAt: undefined };
      return { failures: read.number(row, 'failures'), nextTryAt: read.optionalDate(row, 'next_try_at') };
    },

    async troubles(parties, overdueSince) {
      const rows = await database.query(TROUBLES, [parties, overdueSince], 'calendar-troubles');
      return rows.map((row) => ({
        party: read.text(row, 'party'),
        code: read.text(row, 'code'),
        message: read.text(row, 'message'),
      }));
    },
  };
}
