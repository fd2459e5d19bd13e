/** The state of a replica, for commands that do not serve. */

import { openClient } from '../connections/client.ts';
import type { Database } from '../pool.ts';
import * as read from '../row-reader.ts';

/** The state that was found. `bytesBehind` is how much of the primary's log the replica has not replayed yet. */
export type ReplicaLook = { bytesBehind: number } | { problem: string };

export async function lookAtReplica(url: string, primary: Pick<Database, 'query'>): Promise<ReplicaLook> {
  try {
    const client = await openClient({ url });
    try {
      const { rows } = await client.query(
        'select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn()::text as position',
      );
      const row = read.firstRow(rows);
      if (!read.boolean(row, 'is_replica')) return { problem: 'it is no replica' };
      const behind = await primary.query(
        'select greatest(0, pg_wal_lsn_diff(pg_current_wal_flush_lsn(), $1::pg_lsn))::bigint as bytes',
        [read.text(row, 'position')],
      );
      return { bytesBehind: read.number(read.firstRow(behind), 'bytes') };
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    const { message, code } = error as { message?: string; code?: string };
    return { problem: message || code || 'it cannot be reached' };
  }
}
