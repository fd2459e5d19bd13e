/**
 * Lets a store that begins transactions of its own take part in one that is already running: its changes are committed
 * with the rest of that transaction, or not at all.
 */

import type { Database, Query } from './pool.ts';

export function within(query: Query): Database {
  return { query, transaction: (work) => work(query), close: async () => {} };
}
