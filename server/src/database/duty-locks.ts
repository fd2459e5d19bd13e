/**
 * Takes the lock and raises the number of a duty. The lock is on the connection that shows that the process is
 * present. The number is raised through the pool and never on that connection: while no standby confirms, the commit
 * waits without end, and the session would keep the lock of this process. Each reconnection would then leave one more
 * session that waits for the lock.
 *
 * Crash points: the lock is taken before the number is raised. A crash in between frees the lock and leaves the
 * number as it was. If the number was raised but the answer was lost, the number of the next holder is higher by two.
 */

import type { AttentiveClient } from './connections/client.ts';
import { hangUp } from './connections/silence.ts';
import type { Turn } from './duties.ts';
import { asDatabaseError } from './outcome.ts';
import type { Query } from './pool.ts';
import { boolean, number as numberIn } from './row-reader.ts';

/** The class of the advisory lock that the process with a duty holds. */
const DUTY_CLASS = 7358;

/**
 * Raises the number, but only on the server that holds the lock: a lock on a server that was replaced says nothing
 * about the present one.
 */
const RAISE_NUMBER = `
  insert into duties (name, number, holder, taken_at)
  select $1::text, 1, $2::integer, now()
   where exists (
     select from pg_locks
      where locktype = 'advisory' and classid = $3::oid and objid = (hashtext($1::text)::bigint & 4294967295)::oid
        and objsubid = 2 and granted and pid = $4
        and database = (select oid from pg_database where datname = current_database())
   )
  on conflict (name) do update
    set number = duties.number + 1, holder = excluded.holder, taken_at = excluded.taken_at
  returning number`;

/**
 * Takes the duty if nobody has it. The lock ends with the connection: when this process dies, the next one that asks
 * gets the duty. If the number cannot be raised, the lock is released, because another process may reach a standby
 * that this one does not.
 */
export async function takeDuty(
  client: AttentiveClient,
  query: Query,
  name: string,
  owner: number,
): Promise<Turn | undefined> {
  const [row] = await ask(
    client,
    'select pg_try_advisory_lock($1, hashtext($2)) as mine, pg_backend_pid() as session',
    [DUTY_CLASS, name],
  );
  if (row === undefined || !boolean(row, 'mine')) return undefined;
  try {
    const session = numberIn(row, 'session');
    const [raised] = await query(RAISE_NUMBER, [name, owner, DUTY_CLASS, session], 'raise-duty');
    if (raised !== undefined) return { duty: name, number: numberIn(raised, 'number') };
  } catch (error) {
    await unlockDuty(client, name);
    throw error;
  }
  await unlockDuty(client, name);
  return undefined;
}

export async function unlockDuty(client: AttentiveClient, name: string): Promise<void> {
  await ask(client, 'select pg_advisory_unlock($1, hashtext($2))', [DUTY_CLASS, name]);
}

const lines = new WeakMap<AttentiveClient, Promise<unknown>>();

/** Runs one query after the other: many loops ask at once, and a connection answers one query at a time. */
async function ask(client: AttentiveClient, text: string, params: unknown[]) {
  const answer = (lines.get(client) ?? Promise.resolve()).then(() => askNow(client, text, params));
  lines.set(
    client,
    answer.catch(() => {}),
  );
  return answer;
}

/**
 * Runs a query. After any failure nobody knows which locks the connection has, so it is hung up, which releases all
 * of them.
 */
async function askNow(client: AttentiveClient, text: string, params: unknown[]) {
  try {
    const { rows } = await client.query(text, params);
    return rows;
  } catch (error) {
    hangUp(client);
    throw asDatabaseError(error);
  }
}
