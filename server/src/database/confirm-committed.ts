/**
 * If commits wait for a standby, waits until the standby has confirmed everything that can be read. If the wait of a
 * commit was cancelled (by an operator, or by a restart of the server), other sessions can read the commit, but it
 * would be lost if the standby took over. A retried request may be answered from such a commit. So another commit is
 * made first: the standby confirms the log in order, and with this commit it confirms the earlier one.
 */

import { batchWhileBusy } from '../kernel/pacing/batch-while-busy.ts';
import type { Database, Query } from './pool.ts';

/** An empty record in PostgreSQL's write-ahead log; no table shows it. */
const EMPTY_CHANGE = `select pg_logical_emit_message(true, 'sello', '')`;

/** Callers that arrive while a confirmation is under way share the next one. */
export function makeConfirmCommitted(database: Pick<Database, 'query'>): () => Promise<void> {
  const confirm = async () => {
    await database.query(EMPTY_CHANGE, [], 'confirm-committed');
  };
  const together = batchWhileBusy<undefined, void>(
    () => '',
    confirm,
    async (asked) => {
      await confirm();
      return asked.map(() => Promise.resolve());
    },
  );
  return () => together(undefined);
}

/** Makes such a commit at the end of a transaction that has only read data. */
export async function confirmWithCommit(query: Query): Promise<void> {
  await query(EMPTY_CHANGE);
}
