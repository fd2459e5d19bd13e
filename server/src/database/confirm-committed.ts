/**
 * Resolves once everything that can be read is safe with a standby, where there is one that commits wait for.
 *
 * A commit whose wait was cut off (by an operator, or by a restart of the server) can be read, and would still be lost if
 * the standby took over. Whoever hands out the answer of such a commit, which is what the repetition of a request asks
 * for, makes one of their own first: the log of changes is confirmed in order.
 */

import { batchWhileBusy } from '../kernel/pacing/batch-while-busy.ts';
import type { Database, Query } from './pool.ts';

/** An empty entry in the log of changes, which no table shows. */
const EMPTY_CHANGE = `select pg_logical_emit_message(true, 'sello', '')`;

/** Those who ask while one is under way share the next. */
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

/** The same at the end of a transaction that has only read. */
export async function confirmWithCommit(query: Query): Promise<void> {
  await query(EMPTY_CHANGE);
}
