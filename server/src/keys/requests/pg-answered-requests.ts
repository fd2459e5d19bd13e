/** Answered requests in PostgreSQL. */

import type { Database, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type AnsweredRequest, type AnsweredRequests, KEPT_DAYS } from './answered-request.ts';
import { makeNoteBuffer } from './note-buffer.ts';

const DAY_MS = 86_400_000;

export function makeAnsweredRequests(database: Database, now: Clock): AnsweredRequests {
  return {
    ...makeNoteBuffer((requests) => write(database, requests)),

    async find(accountId, requestId) {
      const [row] = await database.query(
        `select * from answered_requests
          where day = any($1::date[]) and account_id = $2 and request_id = $3`,
        [lastDays(now()), accountId, requestId],
        'find-answered-request',
      );
      return row && toRequest(row);
    },
  };
}

/**
 * Writes everything in one statement per flush. Requests of an account that is already deleted are dropped; writing a
 * batch again changes nothing.
 */
async function write(database: Database, requests: readonly AnsweredRequest[]): Promise<void> {
  await database.query(
    `insert into answered_requests (day, account_id, request_id, key_id, livemode, at, method, path, status, error, ms)
     select (n.at at time zone 'UTC')::date, n.account_id, n.request_id, n.key_id, n.livemode, n.at, n.method, n.path,
            n.status, n.error, n.ms
       from unnest($1::text[], $2::text[], $3::text[], $4::boolean[], $5::timestamptz[], $6::text[], $7::text[],
                   $8::smallint[], $9::text[], $10::integer[])
            as n (account_id, request_id, key_id, livemode, at, method, path, status, error, ms)
      where exists (select from accounts where id = n.account_id)
     on conflict do nothing`,
    [
      requests.map(({ accountId }) => accountId),
      requests.map(({ id }) => id),
      requests.map(({ keyId }) => keyId ?? null),
      requests.map(({ livemode }) => livemode),
      requests.map(({ at }) => at),
      requests.map(({ method }) => method),
      requests.map(({ path }) => path),
      requests.map(({ status }) => status),
      requests.map(({ error }) => error ?? null),
      requests.map(({ ms }) => ms),
    ],
    'write-answered-requests',
  );
}

/** The primary key begins with the day, so this reads only rows of these days. */
export async function forgetOldRequests(database: Database, now: Date): Promise<void> {
  const oldest = lastDays(now).at(-1);
  await database.query('delete from answered_requests where day < $1::date', [oldest], 'forget-requests');
}

/** Today and the previous days, in UTC, as in the primary key. */
function lastDays(now: Date): string[] {
  return Array.from({ length: KEPT_DAYS + 1 }, (_, ago) =>
    new Date(now.getTime() - ago * DAY_MS).toISOString().slice(0, 10),
  );
}

function toRequest(row: Row): AnsweredRequest {
  return {
    id: read.text(row, 'request_id'),
    accountId: read.id('acct', row, 'account_id'),
    keyId: row.key_id === null ? undefined : read.id('key', row, 'key_id'),
    livemode: read.boolean(row, 'livemode'),
    at: read.date(row, 'at'),
    method: read.text(row, 'method'),
    path: read.text(row, 'path'),
    status: read.number(row, 'status'),
    error: read.optionalText(row, 'error'),
    ms: read.number(row, 'ms'),
  };
}
