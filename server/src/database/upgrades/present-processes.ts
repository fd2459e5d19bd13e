/** Which processes run on a database, and which schema each of them knows. */

import type { Query } from '../pool.ts';
import * as read from '../row-reader.ts';

/**
 * The first half of the advisory lock by which a process shows that it is alive. `process_is_alive` in the schema
 * uses it too.
 */
export const PRESENCE_CLASS = 7355;

/**
 * The first half of a lock that all processes which know the same schema share. The second half is the number of its
 * newest migration.
 */
export const SCHEMA_CLASS = 7360;

export type PresentProcess = {
  /** The process id of its session on the database server. */
  pid: number;
  /** The newest migration that the process knows; 0 for versions up to 44, which do not say. */
  schema: number;
  address: string;
  /** Since when it runs. Undefined where the database shows a role only its own sessions. */
  since: Date | undefined;
};

const PRESENT = `
  select present.pid,
         coalesce((select max(knows.objid::bigint) from pg_locks knows
                    where knows.locktype = 'advisory' and knows.classid = ${SCHEMA_CLASS} and knows.objsubid = 2
                      and knows.granted and knows.pid = present.pid), 0) as schema,
         coalesce(host(session.client_addr), 'a local socket') as address, session.backend_start as since
    from pg_locks present left join pg_stat_activity session on session.pid = present.pid
   where present.locktype = 'advisory' and present.classid = ${PRESENCE_CLASS} and present.objsubid = 2
     and present.granted and present.database = (select oid from pg_database where datname = current_database())
   order by schema, since, present.pid`;

export async function presentProcesses(query: Query): Promise<PresentProcess[]> {
  return (await query(PRESENT)).map((row) => ({
    pid: read.number(row, 'pid'),
    schema: read.number(row, 'schema'),
    address: read.text(row, 'address'),
    since: read.optionalDate(row, 'since'),
  }));
}

/** The processes that do not know the migration with this number. */
export function olderThan(processes: readonly PresentProcess[], migration: number): PresentProcess[] {
  return processes.filter(({ schema }) => schema < migration);
}

export function describeProcess({ pid, schema, address, since }: PresentProcess): string {
  const version = schema === 0 ? 'schema 0044 or older' : `schema ${String(schema).padStart(4, '0')}`;
  const began = since === undefined ? '' : ` since ${since.toISOString()}`;
  return `${version}, from ${address}${began} (session ${pid})`;
}
