/** The database: named statements and transactions over a pool of connections, some of which are kept for reads. */

import type pg from 'pg';
import {
  type Holder,
  type MakeRefusal,
  makeShared,
  refusalOf,
  type Shared,
} from '../kernel/shares/shared.ts';
import {
  SHARED_THINGS,
  connections as sharedConnections,
  writeConnections,
} from '../kernel/shares/shared-things.ts';
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
import { currentHolder, noteChange } from './current-request.ts';
import { asCommitError, asDatabaseError, asHeldUp } from './outcome.ts';
import { isCancelled, SEARCH_MS, searchTooLong } from './statements/searches.ts';
import { isRead } from './statements/statement-kind.ts';
import { makeStatementNames } from './statements/statement-names.ts';

export type Row = Record<string, unknown>;

/** Runs one statement. A named one is prepared once per connection; one without a name is planned every time. */
export type Query = (text: string, params?: readonly unknown[], name?: string) => Promise<Row[]>;

export type Database = {
  query: Query;
  /** Runs `work` in one transaction on one connection. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** False while a write waits for a standby that does not confirm, as far as this process knows. */
  confirms?(): boolean;
  close(): Promise<void>;
};

const QUERY_TIMEOUT_MS = 10_000;
/** Extra time after the server's own timeout, in case the server hangs. */
const GRACE_MS = 2_000;

/** Opens a pool of connections. A `queryTimeoutMs` of 0 means no limit. */
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
  // A statement sent before the promotion gets no answer. That silence must not close newer connections.
  const forget = hostsOf(address).onLater(silence.hear);
  const stopLooking = watchForLaterPrimary(address);
  const longestMs = queryTimeoutMs === 0 ? 0 : queryTimeoutMs + GRACE_MS;
  const statementOf = makeStatementOf();
  const commits = watchCommits(makeSessionLook(address, connections), longestMs);
  const places = makeShared(sharedConnections(maxConnections, patience.connectMs), refusalOfRead);
  const loans = makeLoans(places, connections.acquire);
  const read = makeRead(loans, commits, queryTimeoutMs);
  const { lease, letGo } = makeLeases(loans, silence, commits, maxConnections, patience);
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
    confirms: () => !commits.isAnyStuck(),
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

/** Runs a statement. The answer counts only without the warning that no standby confirmed the commit. */
async function run(client: PooledClient, statement: string | Statement): Promise<pg.QueryResult> {
  const result = await ask(client, statement);
  client.assertConfirmed();
  return result;
}

type Loans = {
  borrow(holder: Holder): Promise<PooledClient>;
  giveBack(client: PooledClient, holder: Holder, isBroken?: boolean): void;
};

/**
 * Lends connections. Callers never wait in the pool's own queue, because it knows nothing of shares. No object is made
 * for a loan, because it would live as long as a statement and reach V8's old generation.
 */
function makeLoans(places: Shared, acquire: Connections['acquire']): Loans {
  return {
    async borrow(holder) {
      if (!places.takeNow(holder)) await places.take(holder);
      try {
        return await acquire();
      } catch (error) {
        places.giveBack(holder);
        throw error;
      }
    },
    giveBack(client, holder, isBroken) {
      client.release(isBroken);
      places.giveBack(holder);
    },
  };
}

/**
 * Makes the function that reads. A read whose caller gave up is cancelled on the server, because it changes nothing.
 * A statement without a name is a search whose cost its caller chose, so the server ends it sooner.
 */
function makeRead({ borrow, giveBack }: Loans, commits: StuckCommits, queryTimeoutMs: number) {
  const searches = makeShared(SHARED_THINGS.searches);
  const read = async (statement: Statement, holder: Holder, isSearch: boolean): Promise<Row[]> => {
    const client = await borrow(holder);
    try {
      if (isSearch) await ask(client, `set statement_timeout = ${SEARCH_MS}`);
      const answer = run(client, statement);
      const { rows } = await commits.watch(sessionOf(client), answer, () => hangUp(client));
      if (isSearch) await ask(client, `set statement_timeout = ${queryTimeoutMs}`);
      giveBack(client, holder);
      return rows;
    } catch (error) {
      giveBack(client, holder, true);
      throw isSearch && isCancelled(error) ? searchTooLong() : error;
    }
  };
  return (statement: Statement): Promise<Row[]> => {
    const holder = currentHolder();
    const isSearch = statement.name === undefined && queryTimeoutMs > SEARCH_MS && holder !== undefined;
    return isSearch
      ? searches.run(holder, () => read(statement, holder, true))
      : read(statement, holder, false);
  };
}

type Lease = {
  send: Send;
  /** Ends the loan. No statement may be running: closing a connection rolls back what was not committed. */
  end(isBroken: boolean): Promise<void>;
};

/** Makes the functions that write, over the connection that `lease` gives. They tell callers how a write ended. */
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
        throw asCommitError(ofCaller(error));
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
        throw asError(ofCaller(error));
      }
    },
  };
}

/** A batch that serves several callers belongs to none of them, so none is refused for it. */
const ofCaller = (error: unknown) => (currentHolder() === undefined ? error : asHeldUp(error));

/**
 * Lends at most three quarters of the connections to writes, so that reads and health checks go on while all writes
 * wait for a standby. A write that its caller gave up keeps its connection until the server has answered: hanging up
 * would leave its session on the server, one more with every retry.
 */
function makeLeases(
  loans: Loans,
  { track, trackOpening }: SilenceWatch,
  commits: StuckCommits,
  maxConnections: number,
  { connectMs }: Patience,
) {
  const keptForReads = maxConnections === 1 ? 0 : Math.ceil(maxConnections / 4);
  const places = makeShared(writeConnections(maxConnections - keptForReads, connectMs), allInUse);
  const givenUp = new Set<PooledClient>();
  let isClosing = false;
  const lease = async (): Promise<Lease> => {
    commits.assertNone();
    const holder = currentHolder();
    if (!places.takeNow(holder)) await places.take(holder);
    // Writes have a share of their own, so that an account's writes do not keep its reads waiting.
    const client = await trackOpening(() => loans.borrow(undefined)).catch((error) => {
      places.giveBack(holder);
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
        loans.giveBack(client, undefined, isBroken);
        places.giveBack(holder);
      },
    };
  };
  /** Lets the process end without waiting for statements whose callers gave up. */
  const letGo = () => {
    isClosing = true;
    givenUp.forEach(hangUp);
  };
  return { lease, letGo };
}

const allInUse = () =>
  Object.assign(new Error('All connections to the database are in use'), { code: 'ETIMEDOUT' });

/** Writes that wait for a standby are no caller's fault, so every caller is told that storage is unavailable. */
const refusalOfRead: MakeRefusal = (why) =>
  why === 'share' ? refusalOf(sharedConnections(0, 0), why) : allInUse();

/** PostgreSQL answers the commit of a failed transaction with ROLLBACK, not with an error. */
export function assertCommitted({ command }: pg.QueryResult): void {
  if (command !== 'COMMIT') throw new Error('The transaction had failed and was rolled back at its commit');
}
