/**
 * The connections of a pool. They lead to the host that takes writes, the server enforces their time limits, and all
 * of them can be hung up at once.
 */

import pg from 'pg';
import type { DatabaseAddress } from '../address.ts';
import { AttentiveClient, commonOptions, HEAR_WARNINGS } from './client.ts';
import { atHost, type Host, hostsOf } from './hosts.ts';
import type { Patience } from './patience.ts';
import { hangUp } from './silence.ts';
import { type TrackedClient, trackedClients } from './tracked-client.ts';

/** A connection, used by one statement or transaction at a time. */
export type PooledClient = AttentiveClient & { release(isBroken?: boolean): void };

export type Connections = {
  /** Rejects if no connection is free and none can be opened in time. Tries each host once, as time allows. */
  acquire(): Promise<PooledClient>;
  /** The sessions of all connections that are open. */
  sessions(): number[];
  /** Hangs up all connections; their statements reject. */
  hangUp(sessions: ReadonlySet<number>): void;
  hangUpAll(): void;
  /** Resolves once all connections were released. */
  end(): Promise<void>;
};

/** This is shorter than the statement's own limit, so that the error shows which of the two limits was hit. */
const LOCK_TIMEOUT_MS = 8_000;
const IDLE_IN_TRANSACTION_MS = 60_000;
/**
 * A probe may take this many steps. Together with the silence before the probe, this stays well below the two seconds
 * in which callers must get an answer.
 */
const PROBE_STEPS = 20;
const PROBE_STEP_MS = 50;

/** `statementMs`: after this time the server itself ends a statement; 0 for no limit. */
export function openConnections(
  address: DatabaseAddress,
  maxConnections: number,
  statementMs: number,
  { connectMs }: Patience,
): Connections {
  const hosts = hostsOf(address);
  /** The clients that are connected or being connected. */
  const clients = new Set<TrackedClient>();
  const pool = new pg.Pool({
    ...commonOptions(),
    Client: trackedClients(hosts, clients, connectMs) as unknown as typeof pg.Client,
    max: maxConnections,
    connectionTimeoutMillis: connectMs,
    idleTimeoutMillis: 0,
    keepAlive: true,
    options: sessionLimits(statementMs),
    onConnect: (client) => (client as TrackedClient).becomeReady(),
  });
  // Connections to a replaced server would continue to read outdated data.
  const forget = hosts.onLater(() => {
    for (const client of clients) if (client.isOutdated()) hangUp(client);
  });
  // An idle connection that breaks is replaced on next use; without a listener it would end the process.
  pool.on('error', () => {});
  return {
    async acquire() {
      const beganAt = performance.now();
      for (let tries = 1; ; tries += 1) {
        const tried = hosts.current();
        try {
          return (await pool.connect()) as unknown as PooledClient;
        } catch (error) {
          if (!isQueueTimeout(error)) hosts.leave(tried);
          // A busy host may use up the time. A silent host does not: a probe notices it and the connection is hung up.
          const isLate = performance.now() - beganAt > connectMs / 2;
          if (tries >= hosts.count || isLate) throw error;
        }
      }
    },
    sessions: () => [...clients].map(sessionOf).filter((session) => session !== 0),
    hangUp(sessions) {
      for (const client of clients) if (sessions.has(sessionOf(client))) hangUp(client);
    },
    hangUpAll: () => clients.forEach(hangUp),
    end() {
      forget();
      return pool.end();
    },
  };
}

/** The process id of this session on the server; 0 until the server tells it. */
export function sessionOf(client: AttentiveClient): number {
  return (client as unknown as { processID: number | null }).processID ?? 0;
}

/**
 * The session's limits. They are sent with the first message of the connection, so they cost no round trip. Because of
 * them, the server ends statements and sessions that the client gave up.
 */
function sessionLimits(statementMs: number): string {
  const isLimited = statementMs > 0;
  return [
    `-c statement_timeout=${statementMs}`,
    `-c lock_timeout=${isLimited ? LOCK_TIMEOUT_MS : 0}`,
    `-c idle_in_transaction_session_timeout=${isLimited ? IDLE_IN_TRANSACTION_MS : 0}`,
    // JIT is off because statements touch a handful of rows. Without statistics, PostgreSQL's JIT compiled them for
    // seconds on each connection.
    '-c jit=off',
    HEAR_WARNINGS,
  ].join(' ');
}

/** Whether the pool had no connection free in time. This says nothing about the host. */
function isQueueTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}

/** Connects to the host and returns what `look` finds there; undefined if that took too long. */
export async function probe<T>(
  host: Host,
  look: (client: AttentiveClient) => Promise<T>,
): Promise<T | undefined> {
  const client = new AttentiveClient(atHost(commonOptions(), host));
  const found = client.connect().then(() => look(client));
  // After the time limit nobody waits for the result.
  found.catch(() => {});
  try {
    return await Promise.race([found, waitProbeTimeout().then(() => undefined)]);
  } finally {
    hangUp(client);
  }
}

/**
 * Waits for the probe's time limit, in steps. A busy event loop delays the answer, and this way it delays the timeout
 * as well.
 */
async function waitProbeTimeout(): Promise<void> {
  for (let step = 0; step < PROBE_STEPS; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, PROBE_STEP_MS).unref());
  }
}
