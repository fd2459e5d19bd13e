/** The whole database as it stood at one moment, on a connection of its own, for as long as it takes to read it. */

import pg from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import { asDatabaseError, clientOptions, type Database, type DatabaseAddress, type Row } from './pool.ts';
import { date, firstRow } from './row-reader.ts';

export type Snapshot = Database & {
  takenAt: Date;
  /** Few rows at a time: the database keeps the rest. */
  batches(text: string): AsyncGenerator<Row[]>;
  /** The rows of a query in the text format of COPY. Nothing else may be asked until it has ended. */
  copyOut(query: string): CopyToStreamQuery;
};

const BATCH_ROWS = 500;

/** Nothing is written through it. While it is open, rows that are replaced cannot be cleared away. */
export async function openSnapshot(address: DatabaseAddress): Promise<Snapshot> {
  const client = new pg.Client({ ...clientOptions(address), connectionTimeoutMillis: 1_500 });
  // A connection that breaks makes the next query reject; an event that nobody listens to would end the process.
  client.on('error', () => {});
  /** One after the other, whoever asks at once. */
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
  await client.connect().catch((error) => {
    throw asDatabaseError(error);
  });
  // An operator's limits on statements are meant for requests, not for this.
  await run('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0');
  await run('begin transaction isolation level repeatable read read only');
  // The first query of the transaction is the moment of the snapshot.
  const takenAt = date(firstRow(await run('select clock_timestamp() as at')), 'at');
  let cursors = 0;
  return {
    takenAt,
    query: (_, text, params) => run(text, params),
    transaction: () => Promise.reject(new Error('Nothing is written through a snapshot')),
    async *batches(text) {
      cursors += 1;
      const name = `batches_${cursors}`;
      const fetch = `fetch ${BATCH_ROWS} from ${name}`;
      // Most that is looked for is not there: one trip tells so. The few small cursors are left to the end.
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
