/** Opens one connection for long-running work, outside the pool and without a statement timeout. */

import type { DatabaseAddress } from './address.ts';
import { type AttentiveClient, openClient } from './connections/client.ts';
import { FOR_COMMANDS } from './connections/patience.ts';
import { asCommitError, asDatabaseError } from './outcome.ts';
import { assertCommitted, type Query } from './pool.ts';

/** Runs `work` in one transaction; an error rolls all of it back. */
export async function inOneTransaction<T>(
  address: DatabaseAddress,
  work: (query: Query, client: AttentiveClient) => Promise<T>,
): Promise<T> {
  const client = await openClient(address, {}, FOR_COMMANDS).catch((error) => {
    throw asDatabaseError(error);
  });
  let asError = asDatabaseError;
  try {
    await client.query('set statement_timeout = 0');
    await client.query('begin');
    const result = await work(
      async (text, params) => (await client.query(text, params as unknown[])).rows,
      client,
    );
    asError = asCommitError;
    assertCommitted(await client.query('commit'));
    client.assertConfirmed();
    return result;
  } catch (error) {
    // There is no explicit rollback, because closing the connection rolls back.
    throw asError(error);
  } finally {
    await client.end().catch(() => {});
  }
}
