/** The keys that sign for the log, as they are stored. */

import type { Database, Row } from '../database/pool.ts';
import { bytes, number, optionalDate, text } from '../database/row-reader.ts';
import { FIRST_KEY } from './log-keys.ts';
import type { MerkleLogStore, StoredLogKey } from './ports.ts';
import { SEQUENCER_LOCK } from './sequencer-lock.ts';

export const SELECT_LOG_KEYS = `
  select ${FIRST_KEY} as number, signing_key, null::timestamptz as added_at, first_key_retired_at as retired_at
    from log_state
  union all
  select number, signing_key, added_at, retired_at from log_keys
  order by number`;

type LogKeyWrites = Pick<MerkleLogStore, 'origin' | 'keys' | 'addKey' | 'retireKey' | 'rewrapSigningKey'>;

export function logKeyWrites(database: Database): LogKeyWrites {
  return {
    async origin() {
      const [row] = await database.query('select origin from log_state', [], 'log-origin');
      return row && text(row, 'origin');
    },

    async keys() {
      return logKeysIn(await database.query(SELECT_LOG_KEYS, [], 'log-keys'));
    },

    // Adding and retiring a key both wait for a checkpoint that is being written, so that the next one already uses
    // the change.
    async addKey(keyNumber, signingKey, at) {
      await database.transaction(async (query) => {
        await query('select pg_advisory_xact_lock($1)', [SEQUENCER_LOCK]);
        await query('insert into log_keys (number, signing_key, added_at) values ($1, $2, $3)', [
          keyNumber,
          signingKey,
          at,
        ]);
      });
    },

    async retireKey(keyNumber, at) {
      await database.transaction(async (query) => {
        await query('select pg_advisory_xact_lock($1)', [SEQUENCER_LOCK]);
        if (keyNumber === FIRST_KEY) await query('update log_state set first_key_retired_at = $1', [at]);
        else await query('update log_keys set retired_at = $2 where number = $1', [keyNumber, at]);
      });
    },

    async rewrapSigningKey(from, to) {
      await database.query(
        `with first as (update log_state set signing_key = $2 where signing_key = $1)
         update log_keys set signing_key = $2 where signing_key = $1`,
        [from, to],
        'rewrap-log-key',
      );
    },
  };
}

export function logKeysIn(rows: readonly Row[]): StoredLogKey[] {
  return rows.map((row) => ({
    number: number(row, 'number'),
    signingKey: bytes(row, 'signing_key'),
    addedAt: optionalDate(row, 'added_at'),
    retiredAt: optionalDate(row, 'retired_at'),
  }));
}
