/**
 * Resolves once everything that can be read is confirmed by a standby, where commits wait for one. A commit whose wait
 * was cancelled (by an operator, or by a restart of the server) can be read, but would be lost if the standby took
 * over. A retried request asks for the answer of such a commit, so a commit of its own is made first: a standby
 * confirms the log in order, and so the earlier commit too.
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

/** The same, at the end of a transaction that only read. */
export async function confirmWithCommit(query: Query): Promise<void> {
  await query(EMPTY_CHANGE);
}
