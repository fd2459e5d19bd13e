import { setTimeout } from 'node:timers/promises';
import type { DatabaseAddress } from './address.ts';
import { connect, type Database } from './pool.ts';
import * as read from './row-reader.ts';

/**
 * How long to wait for other connections to end. A server process ends a moment after its client, so only a
 * connection that stays this long still belongs to a client.
 */
const LINGER_MS = 2_000;
const LINGER_STEP_MS = 50;

/** Whether no other client is connected to the database server. */
export async function isAlone(address: DatabaseAddress): Promise<boolean> {
  const database = connect(address, 1);
  try {
    for (let waitedMs = 0; (await countOthers(database)) > 0; waitedMs += LINGER_STEP_MS) {
      if (waitedMs >= LINGER_MS) return false;
      await setTimeout(LINGER_STEP_MS);
    }
    return true;
  } catch {
    // The server cannot be asked because it is already down or shutting down.
    return true;
  } finally {
    await database.close();
  }
}

async function countOthers(database: Database): Promise<number> {
  const rows = await database.query(
    `select count(*) as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    [],
    'others',
  );
  return read.number(read.firstRow(rows), 'others');
}
