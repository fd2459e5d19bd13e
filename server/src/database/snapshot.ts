/** A read-only snapshot of the whole database, on its own connection and without a time limit. */

import type pg from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import type { DatabaseAddress } from './address.ts';
import { openClient } from './connections/client.ts';
import { FOR_COMMANDS } from './connections/patience.ts';
import { asDatabaseError } from './outcome.ts';
import type { Database, Row } from './pool.ts';
import { date, firstRow } from './row-reader.ts';

export type Snapshot = Database & {
  takenAt: Date;
  /** Reads through a cursor, a few rows at a time. */
  batches(text: string): AsyncGenerator<Row[]>;
  /** The rows of a query in the text format of COPY. No other query may run until it has ended. */
  copyOut(query: string): CopyToStreamQuery;
};

const BATCH_ROWS = 500;

/** While it is open, the database cannot vacuum replaced rows. */
export async function openSnapshot(address: DatabaseAddress): Promise<Snapshot> {
  const client = await openClient(address, {}, FOR_COMMANDS).catch((error) => {
    throw asDatabaseError(error);
  });
  /** Concurrent queries run one after the other. */
  let last: Promise<unknown> = Promise.resolve();
  const run = (text: string, params: readonly unknown[] = []): Promise<Row[]> => {
    const answer = last.then(async () => {
      const result: pg.QueryResult | pg.QueryResult[] = await client.query(text, params as unknown[]);
      return (Array.isArray(result) ? result.at(-1) : result)?.rows ?? [];
    });
    last = answer.catch(() => {});
    return answer.catch((error) => {
      throw asDatabaseError(error);
    });
  };
  // Timeouts that the operator set are meant for requests, not for this.
  await run('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  const [divided] = await run(`select to_regclass('certificate_tokens') is not null as is_there`);
  await run('begin transaction isolation level repeatable read read only');
  // A partition that is replaced by its copy on another disk would seem empty to an older snapshot. This is in nobody else's way,
  // and fixes no snapshot yet.
  if (divided?.is_there === true) await run('lock table only certificate_tokens in access share mode');
  // The first query of the transaction fixes the snapshot.
  const takenAt = date(firstRow(await run('select clock_timestamp() as at')), 'at');
  let cursors = 0;
  return {
    takenAt,
    query: (_, text, params) => run(text, params),
    transaction: () => Promise.reject(new Error('A snapshot is read-only')),
    async *batches(text) {
      cursors += 1;
      const name = `batches_${cursors}`;
      const fetch = `fetch ${BATCH_ROWS} from ${name}`;
      // Most queries find nothing, so declare and first fetch share a round trip. Small cursors stay open to the end.
      let batch = await run(`declare ${name} no scroll cursor for ${text}; ${fetch}`);
      const isSmall = batch.length < BATCH_ROWS;
      while (batch.length > 0) {
        yield batch;
        batch = batch.length < BATCH_ROWS ? [] : await run(fetch);
      }
      if (!isSmall) await run(`close ${name}`);
    },
    copyOut: (query) => client.query(copyTo(`copy (${query}) to stdout`)),
    async close() {
      await client.end().catch(() => {});
    },
  };
}
