/** The database: named statements and transactions over a pool of connections, some of which are kept for reads. */

import type pg from 'pg';
import { makeSemaphore } from '../kernel/pacing/semaphore.ts';
import type { DatabaseAddress } from './address.ts';
import { ask } from './connections/client.ts';
import { isReachable, watchForLaterPrimary } from './connections/find-primary.ts';
import { hostsOf } from './connections/hosts.ts';
import { makeSessionLook } from './connections/look-at-sessions.ts';
import {
  type Connections,
  openConnections,
  type PooledClient,
  sessionOf,
} from './connections/open-connections.ts';
import { FOR_CALLERS, FOR_COMMANDS, lookPatiently, type Patience } from './connections/patience.ts';
import { hangUp, type SilenceWatch, watchSilence } from './connections/silence.ts';
import { type StuckCommits, watchCommits } from './connections/stuck-commits.ts';
import { asCommitError, asDatabaseError } from './outcome.ts';
import { noteChange } from './request-changes.ts';
import { isRead } from './statement-kind.ts';
import { makeStatementNames } from './statement-names.ts';

export type Row = Record<string, unknown>;

/** Runs one statement. A named one is prepared once per connection; one without a name is planned every time. */
export type Query = (text: string, params?: readonly unknown[], name?: string) => Promise<Row[]>;

export type Database = {
  query: Query;
  /** Runs `work` in one transaction on one connection. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const QUERY_TIMEOUT_MS = 10_000;
/** Extra time after the server's own timeout, in case the server hangs. */
const GRACE_MS = 2_000;

/** `queryTimeoutMs` 0: no limit. */
export function connect(
  address: DatabaseAddress,
  maxConnections: number,
  queryTimeoutMs = QUERY_TIMEOUT_MS,
  patience: Patience = FOR_CALLERS,
): Database {
  const connections = openConnections(address, maxConnections, queryTimeoutMs, patience);
  const silence = watchSilence(
    () => lookPatiently(() => isReachable(address), patience),
    connections.hangUpAll,
  );
  const { track } = silence;
  // A caller that asked before the promotion and got no answer must not close connections that were opened since.
  const forget = hostsOf(address).onLater(silence.hear);
  const stopLooking = watchForLaterPrimary(address);
  const longestMs = queryTimeoutMs === 0 ? 0 : queryTimeoutMs + GRACE_MS;
  const statementOf = makeStatementOf();
  const commits = watchCommits(makeSessionLook(address, connections), longestMs);
  const read = makeRead(connections, commits);
  const { lease, letGo } = makeLeases(connections, silence, commits, maxConnections, patience);
  const write = makeWriters(lease);
  return {
    async query(text, params, name) {
      const { statement, reads } = statementOf(text, params, name);
      if (!reads) return write.one(statement);
      try {
        return await track(() => read(statement));
      } catch (error) {
        throw asDatabaseError(error);
      }
    },
    transaction: (work) => write.transaction((send) => work(makeQuery(send, statementOf))),
    async close() {
      forget();
      stopLooking();
      letGo();
      await connections.end();
    },
  };
}

/** One connection for a command, with patience for a busy machine. */
export function connectForCommand(address: DatabaseAddress): Database {
  return connect(address, 1, QUERY_TIMEOUT_MS, FOR_COMMANDS);
}

type Statement = pg.QueryConfig;
type StatementOf = ReturnType<typeof makeStatementOf>;
type Send = (statement: string | Statement) => Promise<pg.QueryResult>;

function makeStatementOf() {
  const nameOf = makeStatementNames();
  const kinds = new Map<string, boolean>();
  return (text: string, params: readonly unknown[] | undefined, given: string | undefined) => {
    const name = nameOf(given, text);
    const statement: Statement = { text, values: params as unknown[], ...(name !== undefined && { name }) };
    const reads = (name !== undefined ? kinds.get(name) : undefined) ?? isRead(text);
    if (name !== undefined) kinds.set(name, reads);
    return { statement, reads };
  };
}

function makeQuery(send: Send, statementOf: StatementOf): Query {
  return async (text, params, name) => (await send(statementOf(text, params, name).statement)).rows;
}

/** An answer counts only without the warning that no standby confirmed the commit. */
async function run(client: PooledClient, statement: string | Statement): Promise<pg.QueryResult> {
  const result = await ask(client, statement);
  client.assertConfirmed();
  return result;
}

/** A read whose caller gave up is cancelled: it changes nothing, and the server ends it too. */
function makeRead({ acquire }: Connections, commits: StuckCommits): (statement: Statement) => Promise<Row[]> {
  return async (statement) => {
    const client = await acquire();
    try {
      const answer = run(client, statement);
      const { rows } = await commits.watch(sessionOf(client), answer, () => hangUp(client));
      client.release();
      return rows;
    } catch (error) {
      client.release(true);
      throw error;
    }
  };
}

type Lease = {
  send: Send;
  /** Call when no statement is running on it: closing a connection rolls back what was not committed. */
  end(isBroken: boolean): Promise<void>;
};

/** Turns the end of a write or a transaction into what its caller is told, over the connection that `lease` gives. */
function makeWriters(lease: () => Promise<Lease>) {
  const begin = () =>
    lease().catch((error) => {
      throw asDatabaseError(error);
    });
  return {
    async one(statement: Statement): Promise<Row[]> {
      const { send, end } = await begin();
      try {
        const { rows } = await send(statement);
        void end(false);
        noteChange(statement.name);
        return rows;
      } catch (error) {
        void end(true);
        throw asCommitError(error);
      }
    },
    async transaction<T>(work: (send: Send) => Promise<T>): Promise<T> {
      const { send, end } = await begin();
      let asError = asDatabaseError;
      try {
        await send('begin');
        const result = await work(send);
        asError = asCommitError;
        assertCommitted(await send('commit'));
        void end(false);
        noteChange();
        return result;
      } catch (error) {
        void end(true);
        throw asError(error);
      }
    },
  };
}

/**
 * Writes have at most three quarters of the connections, so that reads and health checks go on while all writes wait for
 * a standby. A write that its caller gave up keeps its connection until the server has answered: hanging up would free
 * the connection here and leave its session there, one more with every retry.
 */
function makeLeases(
  { acquire }: Connections,
  { track, trackOpening }: SilenceWatch,
  commits: StuckCommits,
  maxConnections: number,
  { connectMs }: Patience,
) {
  const keptForReads = maxConnections === 1 ? 0 : Math.ceil(maxConnections / 4);
  const places = makeSemaphore({
    places: maxConnections - keptForReads,
    line: { patienceMs: connectMs },
    refusal: () => Object.assign(new Error('All connections for writing are in use'), { code: 'ETIMEDOUT' }),
  });
  const givenUp = new Set<PooledClient>();
  let isClosing = false;
  const lease = async (): Promise<Lease> => {
    commits.assertNone();
    const giveBack = await places.take();
    const client = await trackOpening(acquire).catch((error) => {
      giveBack();
      throw error;
    });
    let last: Promise<unknown> = Promise.resolve();
    const onGivenUp = () => {
      givenUp.add(client);
      if (isClosing) hangUp(client);
    };
    return {
      send: (statement) =>
        track(() => {
          const answer = run(client, statement);
          last = answer.catch(() => {});
          return commits.watch(sessionOf(client), answer, onGivenUp);
        }),
      async end(isBroken) {
        await last;
        givenUp.delete(client);
        client.release(isBroken);
        giveBack();
      },
    };
  };
  /** Statements whose callers gave up do not delay the end of the process. */
  const letGo = () => {
    isClosing = true;
    givenUp.forEach(hangUp);
  };
  return { lease, letGo };
}

/** PostgreSQL answers the commit of a failed transaction with ROLLBACK, not with an error. */
export function assertCommitted({ command }: pg.QueryResult): void {
  if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back at its commit');
}
