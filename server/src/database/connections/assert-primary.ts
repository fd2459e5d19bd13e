/** Distinguishes the primary from a standby, and from a former primary that was replaced by a promotion. */

import pg from 'pg';
import type { Host, Hosts, Timeline } from './hosts.ts';

const TAKES_WRITES = `not (pg_is_in_recovery() or current_setting('default_transaction_read_only')::boolean)`;

/**
 * The first eight digits of the name of the WAL file that is being written are the timeline. A standby writes no such
 * file.
 */
const ASK = `
  select ${TAKES_WRITES} as takes_writes, (select system_identifier::text from pg_control_system()) as system,
         case when pg_is_in_recovery() then 0
              else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline`;

/** The same query for managed PostgreSQL that denies `pg_control_system()`. */
const ASK_LESS = `select ${TAKES_WRITES} as takes_writes`;

const timelines = new WeakMap<pg.ClientBase, Timeline>();

/** The cluster and timeline that the server of this connection writes, if the query asks for them. */
export function timelineOf(client: pg.ClientBase): Timeline | undefined {
  return timelines.get(client);
}

/**
 * Rejects on every server but the primary, with the error that a read-only database gives. `host` is the server to
 * which the connection leads.
 */
export async function assertPrimary(client: pg.ClientBase, hosts: Hosts, host: Host): Promise<void> {
  const { rows } = await client.query(ASK).catch((error) => {
    if (!isKeptBack(error)) throw error;
    return client.query(ASK_LESS);
  });
  const { takes_writes: takesWrites, system, timeline: number } = rows[0] ?? {};
  if (takesWrites !== true) throw wrongServer('This database server takes no writes');
  if (number === undefined) return;
  const timeline = { system, number };
  timelines.set(client, timeline);
  if (!hosts.isLatest(timeline, host))
    throw wrongServer('Another database server was promoted in place of this one');
}

/**
 * Whether the server denies the functions in `ASK`. 42501: not allowed. 0A000: not supported. 42883: no such
 * function.
 */
function isKeptBack(error: unknown): boolean {
  return error instanceof pg.DatabaseError && ['42501', '0A000', '42883'].includes(error.code ?? '');
}

function wrongServer(message: string): Error {
  return Object.assign(new Error(message), { code: '25006' });
}
