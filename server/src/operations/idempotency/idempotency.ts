/** Runs a change in one transaction, once for each Idempotency-Key. */

import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import pg from 'pg';
import { confirmWithCommit } from '../../database/confirm-committed.ts';
import type { Database, Query, Row } from '../../database/pool.ts';
import * as read from '../../database/row-reader.ts';
import { externalIdTaken } from '../../http/metadata.ts';
import { AppError } from '../../kernel/errors.ts';
import type { AccountId } from '../../kernel/ids.ts';
import { makeUnsealer, openSealed, sealSecret } from '../../kernel/seal-secret.ts';
import type { Answer, Conflicts, Tools } from '../operation.ts';
import type { ReadBody } from '../read-body.ts';
import { keyReused } from './idempotency-key.ts';

export type IdempotentChange = {
  accountId: AccountId;
  /** Method, path and mode: the scope in which a key is unique. */
  operation: string;
  key: string;
  /** A digest of the whole request. */
  fingerprint: Uint8Array;
};

/** Distinguishes one request and its retries from all others. */
export function digestOf({ accountId, operation, key, fingerprint }: IdempotentChange): Uint8Array {
  return createHash('sha256').update(`${accountId}\n${operation}\n${key}\n`).update(fingerprint).digest();
}

export type Replay = { status: number; headers: Record<string, string>; body: string };

type ChangePorts = Pick<Tools, 'now' | 'randomBytes' | 'serverKeys'> & {
  records: Pick<Database, 'transaction'>;
};

export const KEPT_MS = 24 * 3_600_000;
const ATTEMPTS = 3;

/**
 * The key is claimed, the change made and its answer kept in one transaction: after a crash all of it exists or
 * nothing, and a retry runs again. Changes that ended in a deadlock are retried.
 */
export async function changeOnce(
  ports: ChangePorts,
  once: IdempotentChange | undefined,
  work: (query: Query) => Promise<Answer>,
  headersOf: (answer: Answer) => Record<string, string>,
  conflicts: Conflicts = {},
): Promise<{ answer: Answer } | { replay: Replay }> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ports.records.transaction(async (query) => {
        const replay = once && (await claim(ports, query, once));
        if (replay !== undefined) return { replay };
        const answer = await work(query);
        if (answer.isDryRun === true) throw new DryRun(answer);
        if (once !== undefined) await keep(ports, query, once, answer, headersOf(answer));
        return { answer };
      });
    } catch (error) {
      if (error instanceof DryRun) return { answer: error.answer };
      if (isDeadlock(error) && attempt < ATTEMPTS) continue;
      throw conflictOf(error, conflicts) ?? error;
    }
  }
}

/** Looks up the answer of an earlier request with this key, before anything is done for the present one. */
export async function replayOf(ports: ChangePorts, once: IdempotentChange): Promise<Replay | undefined> {
  return ports.records.transaction((query) => claim(ports, query, once));
}

/** Thrown to roll back the changes of a dry run. */
class DryRun extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super('A dry run is rolled back');
    this.answer = answer;
  }
}

async function claim(
  ports: ChangePorts,
  query: Query,
  { accountId, operation, key, fingerprint }: IdempotentChange,
): Promise<Replay | undefined> {
  const [lock] = await query('select pg_try_advisory_xact_lock(hashtextextended($1, 7355)) as is_ours', [
    `${accountId} ${operation} ${key}`,
  ]);
  if (lock === undefined || !read.boolean(lock, 'is_ours')) throw inProgress();
  const [row] = await query(
    `select fingerprint, created_at, status is not null as is_done, status, headers, body, sealed
       from idempotency_keys where account_id = $1 and operation = $2 and key = $3`,
    [accountId, operation, key],
  );
  if (row === undefined || read.date(row, 'created_at').getTime() <= ports.now().getTime() - KEPT_MS)
    return undefined;
  const kept = read.bytes(row, 'fingerprint');
  if (kept.length === 0) throw answerForgotten();
  if (Buffer.compare(kept, fingerprint) !== 0) throw keyReused(key);
  if (!read.boolean(row, 'is_done')) return undefined;
  await confirmWithCommit(query);
  return toReplay(ports, accountId, row);
}

async function toReplay(ports: ChangePorts, accountId: AccountId, row: Row): Promise<Replay> {
  const body = read.text(row, 'body');
  return {
    status: read.number(row, 'status'),
    headers: read.shaped(row, 'headers', isHeaders, 'texts by name'),
    body: read.boolean(row, 'sealed') ? (await openSealed(ports, accountId, body)).toString() : body,
  };
}

/** The answer is sealed, because answers about members hold personal data. */
async function keep(
  ports: ChangePorts,
  query: Query,
  { accountId, operation, key, fingerprint }: IdempotentChange,
  { status, body }: Answer,
  headers: Record<string, string>,
): Promise<void> {
  const sealed = await sealSecret(ports, accountId, Buffer.from(JSON.stringify(body ?? null)));
  await query(
    `insert into idempotency_keys
       (account_id, operation, key, fingerprint, owner, created_at, status, headers, body, sealed, key_digest)
     values ($1, $2, $3, $4, 0, $5, $6, $7, $8, true, key_digest_of($1, $2, $3))
     on conflict (account_id, operation, key) do update set fingerprint = excluded.fingerprint,
       created_at = excluded.created_at, status = excluded.status, headers = excluded.headers, body = excluded.body,
       sealed = true`,
    [accountId, operation, key, fingerprint, ports.now(), status, headers, sealed],
  );
}

const IDS = /\b[a-z]{3,4}_[0-9A-Za-z]{22}\b/g;
const SLICE = 500;

/**
 * Erases answers that name one of these records, together with the person they are about. Their keys stay
 * used up, so that a retry does not repeat the work. No request has an empty fingerprint, so servers of every
 * version refuse such a key.
 */
export async function forgetAnswers(
  { query, serverKeys }: Pick<Tools, 'query' | 'serverKeys'>,
  accountId: AccountId,
  records: readonly string[],
): Promise<void> {
  const wanted = new Set(records);
  const unseal = makeUnsealer({ serverKeys });
  let last = { operation: '', key: '' };
  for (;;) {
    const rows = await query(
      `select operation, key, headers::text as headers, body, sealed from idempotency_keys
        where account_id = $1 and (operation, key) > ($2, $3) and status is not null and fingerprint <> ''
        order by operation, key limit ${SLICE}`,
      [accountId, last.operation, last.key],
      'answers-of-account',
    );
    const forgotten: (typeof last)[] = [];
    for (const row of rows) {
      last = { operation: read.text(row, 'operation'), key: read.text(row, 'key') };
      const body = read.optionalText(row, 'body') ?? '';
      const told = read.boolean(row, 'sealed') ? (await unseal(accountId, body)).toString() : body;
      const named = `${last.operation} ${read.optionalText(row, 'headers')} ${told}`.match(IDS) ?? [];
      if (named.some((id) => wanted.has(id))) forgotten.push(last);
    }
    if (forgotten.length > 0)
      await query(
        `update idempotency_keys k set fingerprint = '', headers = '{}', body = '', sealed = false
           from unnest($2::text[], $3::text[]) as f (operation, key)
          where k.account_id = $1 and k.operation = f.operation and k.key = f.key`,
        [accountId, forgotten.map(({ operation }) => operation), forgotten.map(({ key }) => key)],
        'forget-answers',
      );
    if (rows.length < SLICE) return;
  }
}

/** Small bodies are compared by their parsed content, large ones by their bytes. */
export function fingerprintOf(address: string, body: ReadBody | undefined): Uint8Array {
  const isSmall = body !== undefined && body.table === undefined && body.bytes.length <= 256 * 1024;
  const content = isSmall ? (canonicalize(body.json) ?? '') : (body?.bytes ?? '');
  return createHash('sha256').update(address).update('\n').update(content).digest();
}

/** A conflict at a unique index (23505) becomes the refusal declared for that index. */
function conflictOf(error: unknown, conflicts: Conflicts): AppError | undefined {
  if (!(error instanceof pg.DatabaseError) || error.code !== '23505' || error.constraint === undefined)
    return undefined;
  if (error.constraint.endsWith('_external_id')) return externalIdTaken(undefined, error);
  const known = conflicts[error.constraint];
  return known && new AppError(known[0], known[1], { cause: error });
}

/** 40P01 and 40001: PostgreSQL rolled this transaction back to resolve a conflict. */
function isDeadlock(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');
}

function isHeaders(value: unknown): value is Record<string, string> {
  return read.isRecord(value) && Object.values(value).every((header) => typeof header === 'string');
}

function inProgress(): AppError {
  return new AppError(
    'idempotency_in_progress',
    {
      en: 'A request with this Idempotency-Key is still running. Try again in {wait}.',
      es: 'Una solicitud con este Idempotency-Key sigue en curso. Intente de nuevo en {wait}.',
    },
    { retryAfterSeconds: 1 },
  );
}

function answerForgotten(): AppError {
  return new AppError('idempotency_key_reused', {
    en: 'This Idempotency-Key was used, and its answer was erased with the personal data of a member. Read the record itself, or use a new key for a new request.',
    es: 'Este Idempotency-Key ya se usó y su respuesta se borró junto con los datos personales de un miembro. Consulte el registro mismo o use una clave nueva para una solicitud nueva.',
  });
}
