/** Read-only snapshots of the whole database, on a connection of their own and without a time limit. */

import type pg from 'pg';
import { type CopyToStreamQuery, to as copyTo } from 'pg-copy-streams';
import type { TakeBreak } from '../kernel/pacing/breaks.ts';
import type { DatabaseAddress } from './address.ts';
import { openClient } from './connections/client.ts';
import { FOR_COMMANDS } from './connections/patience.ts';
import { asDatabaseError } from './outcome.ts';
import type { Database, Row } from './pool.ts';
import * as read from './row-reader.ts';

export type Snapshot = Database & {
  takenAt: Date;
  /** Reads through a cursor, a few rows at a time. */
  batches(text: string): AsyncGenerator<Row[]>;
  /** Ends the snapshot; later reads show a later moment. */
  letGo(): Promise<void>;
  /** The rows of a query in the text format of COPY. No other query may run until it has ended. */
  copyOut(query: string): CopyToStreamQuery;
};

const BATCH_ROWS = 500;

/**
 * Opens a snapshot. Until it is closed or `letGo` is called, the database keeps every replaced row version. The rows
 * of a busy account are replaced hundreds of times a second, and a search for the newest version has to pass all the
 * others: after 25 seconds, issuing a certificate costs the database one and a half times as much. A pause may be
 * taken before each query.
 */
export async function openSnapshot(
  address: DatabaseAddress,
  takeBreak: TakeBreak = async () => {},
): Promise<Snapshot> {
  const client = await openClient(address, {}, FOR_COMMANDS).catch((error) => {
    throw asDatabaseError(error);
  });
  const { run, letGo } = await startSession(client, takeBreak);
  const takenAt = read.date(read.firstRow(await run('select clock_timestamp() as at')), 'at');
  let cursors = 0;
  return {
    takenAt,
    query: run,
    transaction: () => Promise.reject(new Error('A snapshot is read-only')),
    async *batches(text) {
      cursors += 1;
      const name = `batches_${cursors}`;
      const fetch = `fetch ${BATCH_ROWS} from ${name}`;
      // Most queries find nothing, so declare and first fetch share a round trip. Small cursors stay open to the end.
      let batch = await run(`declare ${name} no scroll cursor for ${text}; ${fetch}`);
      const isSmall = batch.length < BATCH_ROWS;
      while (batch.length > 0) {
        yield batch;
        batch = batch.length < BATCH_ROWS ? [] : await run(fetch);
      }
      if (!isSmall) await run(`close ${name}`);
    },
    letGo,
    copyOut: (query) => client.query(copyTo(`copy (${query}) to stdout`)),
    async close() {
      await client.end().catch(() => {});
    },
  };
}

type Run = (text: string, params?: readonly unknown[]) => Promise<Row[]>;

/** Starts the session. Queries that are asked for at the same time run one after the other. */
async function startSession(
  client: pg.Client,
  takeBreak: TakeBreak,
): Promise<{ run: Run; letGo(): Promise<void> }> {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const answer = last.then(work);
    last = answer.catch(() => {});
    return answer.catch((error) => {
      throw asDatabaseError(error);
    });
  };
  const ask: Run = async (text, params = []) => {
    const result: pg.QueryResult | pg.QueryResult[] = await client.query(text, params as unknown[]);
    return (Array.isArray(result) ? result.at(-1) : result)?.rows ?? [];
  };
  // The operator's timeouts are meant for requests, and a snapshot lasts longer.
  await inTurn(() => ask('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0'));
  const begin = await inTurn(() => makeBegin(ask));
  let isHeld = false;
  return {
    run: (text, params) =>
      inTurn(async () => {
        await takeBreak();
        // The first query of the transaction fixes the snapshot.
        if (!isHeld) await ask(begin);
        isHeld = true;
        return ask(text, params);
      }),
    letGo: () =>
      inTurn(async () => {
        if (isHeld) await ask('commit');
        isHeld = false;
      }),
  };
}

/**
 * Makes the statement that begins the snapshot. A partition that is replaced by its copy on another disk would look
 * empty to an older snapshot, so a lock prevents that replacement. The lock conflicts with nothing else, and does not
 * fix the snapshot yet.
 */
async function makeBegin(ask: Run): Promise<string> {
  const begin = 'begin transaction isolation level repeatable read read only';
  const [divided] = await ask(`select to_regclass('certificate_tokens') is not null as is_there`);
  return divided?.is_there === true
    ? `${begin}; lock table only certificate_tokens in access share mode`
    : begin;
}
