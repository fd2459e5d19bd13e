/** The keys that sign for the log, as they are stored. */

import type { Database, Query, Row } from '../database/pool.ts';
import * as read from '../database/row-reader.ts';
import { FIRST_KEY } from './log-keys.ts';
import type { LogKeyAlgorithm, LogKeyName, MerkleLogStore, StoredLogKey } from './ports.ts';
import { SEQUENCER_LOCK } from './sequencer-lock.ts';

const ED25519_KEYS = `
  select 'ed25519' as algorithm, ${FIRST_KEY} as number, signing_key, null::timestamptz as added_at,
         first_key_retired_at as retired_at
    from log_state
  union all
  select 'ed25519', number, signing_key, added_at, retired_at from log_keys`;

export const SELECT_LOG_KEYS = `${ED25519_KEYS}
  union all
  select 'ml-dsa-44', number, signing_key, added_at, retired_at from log_ml_dsa_keys
  order by algorithm, number`;

/** Selects the keys from a database of an earlier version, which is only read and not migrated. */
export const SELECT_EARLIER_LOG_KEYS = `${ED25519_KEYS}
  order by algorithm, number`;

/** Where the keys of an algorithm are stored; the first Ed25519 key is in `log_state`. */
const TABLES: Readonly<Record<LogKeyAlgorithm, string>> = {
  ed25519: 'log_keys',
  'ml-dsa-44': 'log_ml_dsa_keys',
};

type LogKeyWrites = Pick<
  MerkleLogStore,
  'origin' | 'keys' | 'addKey' | 'retireKey' | 'beginMlDsa' | 'rewrapSigningKey'
>;

export function logKeyWrites(database: Database): LogKeyWrites {
  /** Waits for a checkpoint that is being written, so that the next one already uses the change. */
  const between = (work: (query: Query) => Promise<unknown>) =>
    database.transaction(async (query) => {
      await query('select pg_advisory_xact_lock($1)', [SEQUENCER_LOCK]);
      await work(query);
    });
  return {
    async origin() {
      const [row] = await database.query('select origin from log_state', [], 'log-origin');
      return row && read.text(row, 'origin');
    },

    async keys() {
      return logKeysIn(await database.query(SELECT_LOG_KEYS, [], 'log-keys'));
    },

    addKey: (key, signingKey, at) =>
      between((query) =>
        query(`insert into ${TABLES[key.algorithm]} (number, signing_key, added_at) values ($1, $2, $3)`, [
          key.number,
          signingKey,
          at,
        ]),
      ),

    retireKey: (key, at) =>
      between((query) =>
        isFirst(key)
          ? query('update log_state set first_key_retired_at = $1', [at])
          : query(`update ${TABLES[key.algorithm]} set retired_at = $2 where number = $1`, [key.number, at]),
      ),

    beginMlDsa: (signingKey, at) =>
      between((query) =>
        query(
          `insert into log_ml_dsa_keys (number, signing_key, added_at)
           select ${FIRST_KEY}, $1, $2 where not exists (select from log_ml_dsa_keys)`,
          [signingKey, at],
        ),
      ),

    async rewrapSigningKey(from, to) {
      await database.query(
        `with first as (update log_state set signing_key = $2 where signing_key = $1),
              ml_dsa as (update log_ml_dsa_keys set signing_key = $2 where signing_key = $1)
         update log_keys set signing_key = $2 where signing_key = $1`,
        [from, to],
        'rewrap-log-key',
      );
    },
  };
}

function isFirst({ algorithm, number: keyNumber }: LogKeyName): boolean {
  return algorithm === 'ed25519' && keyNumber === FIRST_KEY;
}

export function logKeysIn(rows: readonly Row[]): StoredLogKey[] {
  return rows.map((row) => ({
    algorithm: read.text(row, 'algorithm') === 'ml-dsa-44' ? 'ml-dsa-44' : 'ed25519',
    number: read.number(row, 'number'),
    signingKey: read.bytes(row, 'signing_key'),
    addedAt: read.optionalDate(row, 'added_at'),
    retiredAt: read.optionalDate(row, 'retired_at'),
  }));
}
