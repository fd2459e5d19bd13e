/**
 * Asks the server about slow statements, on a new connection. An existing one may lead to a server that froze or was
 * replaced. Such a server answers nothing, neither on that connection nor on the others that were opened with it.
 */

import type { DatabaseAddress } from '../address.ts';
import { hostsOf } from './hosts.ts';
import { type Connections, probe } from './open-connections.ts';
import type { AskStuck } from './stuck-commits.ts';

/**
 * Selects which of our sessions ($1) the server knows, and which of the slow ones ($2) wait for a standby, or for a
 * lock of a session that waits for a standby. `wait` identifies one particular wait.
 */
const LOOK = `
  with recursive waits (pid, holder) as (
    select pid, pid from unnest($2::integer[]) pid
    union
    select waits.pid, blocker from waits, unnest(pg_blocking_pids(waits.holder)) blocker
  )
  select known.pid,
         (select min(a.pid || ' ' || coalesce(a.backend_xid::text, ''))
            from waits join pg_stat_activity a on a.pid = waits.holder and a.wait_event = 'SyncRep'
           where waits.pid = known.pid) as wait
    from pg_stat_activity known where known.pid = any ($1::integer[])`;

/**
 * Makes the function that asks. It also hangs up each connection whose session does not exist on the server that new
 * connections reach.
 */
export function makeSessionLook(address: DatabaseAddress, connections: Connections): AskStuck {
  const hosts = hostsOf(address);
  return async (slow) => {
    const waits = new Map<number, string>();
    if (!hosts.tellsSessions) return waits;
    const ours = connections.sessions();
    const found = await probe(
      hosts.current(),
      async (client) => (await client.query(LOOK, [ours, slow])).rows,
    );
    if (found === undefined) return waits;
    const known = new Set(found.map(({ pid }) => pid));
    connections.hangUp(new Set(ours.filter((pid) => !known.has(pid))));
    for (const { pid, wait } of found) if (wait !== null) waits.set(pid, wait);
    return waits;
  };
}
