/**
 * The lock and the number of a duty. The lock is on the connection by which a process is present; the number is raised
 * through the pool, never on that connection: while no standby confirms, the commit waits without end. Its session would
 * keep the lock of this process, and each reconnection would leave one more session that waits for it.
 *
 * Crash points: the lock is taken before the number. A crash in between frees the lock, and the number stays as it was; a
 * number that was raised without its answer arriving makes the next holder's higher by two.
 */

import type { AttentiveClient } from './connections/client.ts';
import { hangUp } from './connections/silence.ts';
import type { Turn } from './duties.ts';
import { asDatabaseError } from './outcome.ts';
import type { Query } from './pool.ts';
import { boolean, number as numberIn } from './row-reader.ts';

/** Held by the process that holds the duty. */
const DUTY_CLASS = 7358;

/** Only at the server that holds the lock: a lock at a replaced server says nothing about the present one. */
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
 * The lock ends with the connection: when this process dies, the next one that asks gets the duty. If the number could
 * not be raised, the lock is let go: another process may reach a standby that this one does not.
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

/** One at a time: many loops ask at once, and a connection answers one query at a time. */
async function ask(client: AttentiveClient, text: string, params: unknown[]) {
  const answer = (lines.get(client) ?? Promise.resolve()).then(() => askNow(client, text, params));
  lines.set(
    client,
    answer.catch(() => {}),
  );
  return answer;
}

/** After any failure the state of the connection's locks is unknown, so it is hung up, which releases them all. */
async function askNow(client: AttentiveClient, text: string, params: unknown[]) {
  try {
    const { rows } = await client.query(text, params);
    return rows;
  } catch (error) {
    hangUp(client);
    throw asDatabaseError(error);
  }
}
