/** One connection for long-running work: no pool, no statement timeout. */

import pg from 'pg';
import { asDatabaseError, clientOptions, type DatabaseAddress, type TransactionQuery } from './pool.ts';

/** Runs `work` in one transaction; an error rolls all of it back. */
export async function inOneTransaction<T>(
  address: DatabaseAddress,
  work: (query: TransactionQuery, client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...clientOptions(address), connectionTimeoutMillis: 1_500 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('set statement_timeout = 0');
    await client.query('begin');
    const result = await work(
      async (text, params) => (await client.query(text, params as unknown[])).rows,
      client,
    );
    await client.query('commit');
    return result;
  } catch (error) {
    // Closing the connection rolls back.
    throw asDatabaseError(error);
  } finally {
    await client.end().catch(() => {});
  }
}
