/** Records the progress of a stamp: promised, asked for again, complete, confirmed. */

import type { Turn } from '../../database/duties.ts';
import type { Database } from '../../database/pool.ts';
import type { HeldCalendarStamps } from './ports.ts';

const REOPEN = `
  update calendar_stamps set state = 'pending', complete = null, bitcoin_height = null, complete_at = null,
         tries = tries + 1, next_try_at = $2
   where id = $1 and state = 'complete' and header is null and holds_duty($3, $4)`;

type StampMarks = Pick<
  HeldCalendarStamps,
  'markPending' | 'postpone' | 'markComplete' | 'confirm' | 'reopen'
>;

export function stampMarks(database: Database, turn: Turn): StampMarks {
  const held = [turn.duty, turn.number];
  return {
    async markPending(id, ots, now, nextTryAt) {
      await database.query(
        `update calendar_stamps set state = 'pending', pending = $2, pending_at = $3, next_try_at = $4
          where id = $1 and state = 'written' and holds_duty($5, $6)`,
        [id, ots, now, nextTryAt, ...held],
        'stamp-pending',
      );
    },

    async postpone(id, nextTryAt) {
      await database.query(
        `update calendar_stamps set tries = tries + 1, next_try_at = $2 where id = $1 and holds_duty($3, $4)`,
        [id, nextTryAt, ...held],
        'stamp-postpone',
      );
    },

    async markComplete(id, ots, bitcoinHeight, now) {
      await database.query(
        `update calendar_stamps set state = 'complete', complete = $2, bitcoin_height = $3, complete_at = $4
          where id = $1 and state = 'pending' and holds_duty($5, $6)`,
        [id, ots, bitcoinHeight, now, ...held],
        'stamp-complete',
      );
    },

    async confirm(id, header) {
      await database.query(
        `update calendar_stamps set header = $2 where id = $1 and state = 'complete' and holds_duty($3, $4)`,
        [id, header, ...held],
        'stamp-confirm',
      );
    },

    async reopen(id, nextTryAt) {
      await database.query(REOPEN, [id, nextTryAt, ...held], 'stamp-reopen');
    },
  };
}
