import type { Database } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Throttle } from './ports.ts';

export function makeThrottle(database: Database): Throttle {
  const slide = (subject: Uint8Array, endsAt: Date) =>
    database.query(
      'update attempts set window_ends_at = greatest(window_ends_at, $2) where subject = $1',
      [subject, endsAt],
      'slide-attempts',
    );
  return {
    async claim(claims, now) {
      const rows = await database.query(
        'select claim_attempts($1, $2, $3, $4) as free_at',
        [
          claims.map(({ subject }) => subject),
          claims.map(({ ceiling }) => ceiling),
          claims.map(({ windowMs }) => new Date(now.getTime() + windowMs)),
          now,
        ],
        'claim-attempts',
      );
      const freeAt = read.optionalDate(read.firstRow(rows), 'free_at');
      if (freeAt === undefined) {
        for (const { subject, windowMs, isSliding } of claims)
          if (isSliding) await slide(subject, new Date(now.getTime() + windowMs));
      }
      return freeAt;
    },

    async giveBack(subjects) {
      // Locks the rows in the same order as `claim_attempts`, so that the two cannot deadlock.
      await database.query(
        `with held as (select subject from attempts where subject = any ($1) order by subject for update)
         update attempts a set attempts = greatest(a.attempts - 1, 0) from held where a.subject = held.subject`,
        [subjects],
        'give-attempt-back',
      );
    },

    async forget(subject) {
      await database.query('delete from attempts where subject = $1', [subject], 'forget-attempts-of');
    },
  };
}
