/**
 * Sends reads to a replica without missing anything that any process acknowledged before the read. The primary is
 * asked how far its write-ahead log is on disk: everything acknowledged lies before that position. A read goes to the
 * replica only once the replica has replayed the log that far, which is checked on the connection that reads. One
 * question to the primary serves all reads that arrived before it was sent. If the replica lags or is unreachable,
 * the primary answers.
 */

import pg from 'pg';
import type { DatabaseAddress } from '../address.ts';
import { ask } from '../connections/client.ts';
import { openConnections, type PooledClient } from '../connections/open-connections.ts';
import { FOR_CALLERS } from '../connections/patience.ts';
import type { Database, Row } from '../pool.ts';
import * as read from '../row-reader.ts';
import { isRead, QUICK_WRITERS } from '../statements/statement-kind.ts';
import { makeStatementNames } from '../statements/statement-names.ts';
import { makeReplicaState, type ReplicaStanding } from './replica-state.ts';
import { shareNext } from './share-next.ts';
import { PATIENCE_MS, untilLate } from './until-late.ts';

export type Replica = {
  /** Has the interface of the primary, but single reads may go to the replica. */
  database: Database;
  standing(): ReplicaStanding;
};

/** How long a read waits for the replica to catch up. */
const CATCH_UP_MS = 20;
const FIRST_PAUSE_MS = 1;
/** The shortest time between two questions to the primary about its position. */
const ASK_EVERY_MS = 5;

/**
 * Asks how far the log is on disk, not only how far it is written, because a replica receives no more than that.
 * Commits that do not wait for the disk may be missing. Such commits only count calls, and counts are never read from a
 * replica.
 */
const POSITION = 'select pg_current_wal_flush_lsn()::text as position';
const HAS_REPLAYED = {
  name: 'has-replayed',
  text: 'select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as is_there',
};
const CLUSTER = 'select system_identifier::text as cluster from pg_control_system()';

const CALLS_QUICK_WRITER = new RegExp(`\\b(?:${QUICK_WRITERS.join('|')})\\(`, 'i');

type Statement = Parameters<Database['query']>;

class Behind extends Error {}

export function openReplica(primary: Database, address: DatabaseAddress, maxConnections: number): Replica {
  const { standing, mayTry, hit, miss } = makeReplicaState();
  const connections = openConnections(address, maxConnections, PATIENCE_MS, FOR_CALLERS);
  const readThere = makeReadThere(primary, connections.acquire);
  const askPosition = shareNext(ASK_EVERY_MS, async () =>
    read.text(read.firstRow(await primary.query(POSITION, [], 'wal-position')), 'position'),
  );
  const tryThere = async (statement: Statement): Promise<Row[] | undefined> => {
    // This fails if the primary is unreachable, because then nobody knows what the replica lacks.
    const position = await askPosition();
    try {
      const rows = await readThere(position, statement);
      hit();
      return rows;
    } catch (error) {
      // The primary refuses an invalid value too, so such an error is no sign of a bad replica. Otherwise callers
      // could switch the replica off.
      if (!isOfStatement(error)) miss(error instanceof Behind ? 'behind' : 'away');
      return undefined;
    }
  };
  return {
    standing: () => standing,
    database: {
      async query(...statement) {
        if (!mayRunThere(statement[0])) return primary.query(...statement);
        const rows = mayTry() ? await tryThere(statement) : undefined;
        standing.answered[rows === undefined ? 'primary' : 'replica'] += 1;
        return rows ?? primary.query(...statement);
      },
      transaction: (work) => primary.transaction(work),
      close: () => connections.end(),
    },
  };
}

/** Whether the statement itself caused the error: codes 22… mean a wrong value, 42… a wrong statement. */
function isOfStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(?:22|42)/.test(error.code ?? '');
}

function mayRunThere(statement: string): boolean {
  return isRead(statement) && !CALLS_QUICK_WRITER.test(statement);
}

function makeReadThere(primary: Database, acquire: () => Promise<PooledClient>) {
  const nameOf = makeStatementNames();
  const assertSameCluster = makeClusterCheck(primary);
  return (position: string, [statement, params, given]: Statement): Promise<Row[]> => {
    const name = nameOf(given, statement);
    const values = params as unknown[];
    const query: pg.QueryConfig = { text: statement, values, ...(name !== undefined && { name }) };
    const read = async (client: PooledClient) => {
      await assertSameCluster(client);
      await untilReplayed(client, position);
      return (await ask(client, query)).rows;
    };
    return untilLate(acquire, read, (error) => error instanceof Behind);
  };
}

/**
 * Makes the check that the replica belongs to the same cluster; otherwise its positions mean nothing, and it would
 * seem up to date. Each connection is checked once.
 */
function makeClusterCheck(primary: Database): (client: PooledClient) => Promise<void> {
  const checked = new WeakSet<PooledClient>();
  let own: string | undefined;
  return async (client) => {
    if (checked.has(client)) return;
    own ??= read.text(read.firstRow(await primary.query(CLUSTER)), 'cluster');
    const { rows } = await client.query(CLUSTER);
    if (rows[0]?.cluster !== own) throw new Error('This is a replica of another database');
    checked.add(client);
  };
}

async function untilReplayed(client: PooledClient, position: string): Promise<void> {
  const began = performance.now();
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs *= 2) {
    const { rows } = await ask(client, { ...HAS_REPLAYED, values: [position] });
    if (rows[0]?.is_there === true) return;
    if (performance.now() + pauseMs - began > CATCH_UP_MS) throw new Behind('The replica is behind');
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
