/** One connection to the database, which also receives the server's notices. */

import pg from 'pg';
import type { DatabaseAddress } from '../address.ts';
import { UnconfirmedCommit } from '../outcome.ts';
import { assertPrimary } from './assert-primary.ts';
import { atHost, hostsOf } from './hosts.ts';
import { FOR_CALLERS, type Patience } from './patience.ts';
import { hangUp, orHangUp } from './silence.ts';

/**
 * The routine in PostgreSQL that warns of a cancelled wait. PostgreSQL commits before it waits for its standby. If
 * somebody cancels that wait, it reports the commit as done, with a warning. Such a commit would be lost if the
 * standby took over, so it must not count. The text of the warning is in the server's language, but the name of the
 * routine is not.
 */
const CANCELLED_WAIT = 'SyncRepWaitForLSN';

/** The lowest log level at which the server sends that warning, whatever the role's settings are. */
export const HEAR_WARNINGS = '-c client_min_messages=warning';

export class AttentiveClient extends pg.Client {
  #wasUnconfirmed = false;

  constructor(config: pg.ClientConfig) {
    super(config);
    // A connection that breaks makes its statements reject; an unhandled error event would end the process.
    this.on('error', () => {});
    this.on('notice', ({ routine, message }) => {
      if (
        routine === CANCELLED_WAIT ||
        /^canceling (the )?wait for synchronous replication/.test(message ?? '')
      )
        this.#wasUnconfirmed = true;
    });
  }

  /** Throws if the last statement was committed without confirmation by the standby. */
  assertConfirmed(): void {
    const wasUnconfirmed = this.#wasUnconfirmed;
    this.#wasUnconfirmed = false;
    if (wasUnconfirmed) throw new UnconfirmedCommit();
  }
}

/**
 * Runs a statement with a callback. A promise made by pg would keep statement and answer alive until V8 collects its
 * young generation. Three kilobytes of each statement then reached the old generation, and V8 scanned the whole heap
 * every two seconds.
 */
export function ask(client: pg.ClientBase, statement: string | pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const settle = (error: Error | null | undefined, result: pg.QueryResult) =>
      error ? reject(error) : resolve(result);
    if (typeof statement === 'string') client.query(statement, settle);
    else client.query(queryOf(statement, settle));
  });
}

/**
 * The query as pg wants it. It is no plain object with text and name, because pg would copy that property by
 * property.
 */
function queryOf(
  { name, text, values = [] }: pg.QueryConfig,
  settle: (error: Error | undefined, result: pg.QueryResult) => void,
): pg.Query {
  return Object.assign(new pg.Query(text, values, settle), { name });
}

/** The options for a connection to the server that takes writes, as far as this process knows which one that is. */
export function clientOptions(address: DatabaseAddress): pg.ClientConfig {
  return atHost(commonOptions(), hostsOf(address).current());
}

export function commonOptions(): pg.ClientConfig {
  return {
    application_name: 'sello',
    types: { getTypeParser: parserFor as typeof pg.types.getTypeParser },
  };
}

/** A connection outside the pool. Tries each host once. */
export async function openClient(
  address: DatabaseAddress,
  options: pg.ClientConfig = {},
  patience: Patience = FOR_CALLERS,
): Promise<AttentiveClient> {
  const hosts = hostsOf(address);
  for (let tries = 1; ; tries += 1) {
    const tried = hosts.current();
    const limitMs = patience.connectMs / hosts.count;
    const wanted = {
      ...commonOptions(),
      connectionTimeoutMillis: limitMs,
      options: HEAR_WARNINGS,
      ...options,
    };
    const client = new AttentiveClient(atHost(wanted, tried));
    try {
      await client.connect();
      if (hosts.asksForWriter) await orHangUp(client, limitMs, assertPrimary(client, hosts, tried));
      return client;
    } catch (error) {
      hangUp(client);
      hosts.leave(tried);
      if (tries >= hosts.count) throw error;
    }
  }
}

/** Reads 8-byte integers as numbers, not as strings: counters and sizes stay far below 2^53. */
function parserFor(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  // A day has no time of day: a `Date` would shift it by the machine's time zone.
  if (oid === pg.types.builtins.DATE) return String;
  return pg.types.getTypeParser(oid, format);
}
