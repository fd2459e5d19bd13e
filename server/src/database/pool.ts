/** The database: a connection pool, named statements, and outages told apart from bugs. */

import pg from 'pg';
import { AppError } from '../kernel/errors.ts';
import { hangUp, watchSilence } from './silence.ts';
import { makeStatementNames } from './statement-names.ts';

export type DatabaseAddress =
  | { url: string }
  | { host: string; port: number; user: string; database: string };

export type Row = Record<string, unknown>;

/** A statement within a transaction; a named one is prepared once per connection. */
export type TransactionQuery = (text: string, params?: readonly unknown[], name?: string) => Promise<Row[]>;

export type Database = {
  /** Runs one named statement; each name is prepared once per connection, the empty name every time. */
  query(name: string, text: string, params: readonly unknown[]): Promise<Row[]>;
  /** Runs `work` in one transaction on one connection. */
  transaction<T>(work: (query: TransactionQuery) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

/** A caller waits at most this long to learn that the database is gone. */
const CONNECT_TIMEOUT_MS = 1_500;
const QUERY_TIMEOUT_MS = 10_000;
/** The probe's time limit. With the silence before it, below the two seconds within which callers are told. */
const PROBE_STEPS = 24;
const PROBE_STEP_MS = 50;

/** `queryTimeoutMs` 0: no limit. */
export function connect(
  address: DatabaseAddress,
  maxConnections: number,
  queryTimeoutMs = QUERY_TIMEOUT_MS,
): Database {
  /** Connected and connecting. */
  const clients = new Set<pg.Client>();
  const pool = new pg.Pool({
    ...clientOptions(address),
    Client: trackedClientClass(clients),
    max: maxConnections,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    idleTimeoutMillis: 0,
  });
  // An idle connection that breaks is replaced on next use; without a listener it would end the process.
  pool.on('error', () => {});
  const { track } = watchSilence(
    () => isReachable(address),
    () => clients.forEach(hangUp),
  );
  const nameOf = makeStatementNames();
  const statementOf: StatementOf = (text, params, given) => {
    const name = nameOf(given, text);
    return { text, values: params as unknown[], ...(name !== undefined && { name }) };
  };
  return {
    async query(name, text, params) {
      try {
        return (await track(() => pool.query(statementOf(text, params, name)))).rows;
      } catch (error) {
        throw asDatabaseError(error);
      }
    },
    async transaction(work) {
      const client = await track(() => pool.connect()).catch((error) => {
        throw asDatabaseError(error);
      });
      return runTransaction(client, statementOf, work);
    },
    close: () => pool.end(),
  };
}

/** A client class whose instances are in `clients` from construction until they end. */
function trackedClientClass(clients: Set<pg.Client>): typeof pg.Client {
  return class TrackedClient extends pg.Client {
    constructor(config?: pg.ClientConfig) {
      super(config);
      clients.add(this);
      this.once('end', () => clients.delete(this));
    }
  };
}

type StatementOf = (
  text: string,
  params: readonly unknown[] | undefined,
  name: string | undefined,
) => pg.QueryConfig;

async function runTransaction<T>(
  client: pg.PoolClient,
  statementOf: StatementOf,
  work: (query: TransactionQuery) => Promise<T>,
): Promise<T> {
  // A connection that breaks between two statements makes the next one reject. The pool does not listen to a
  // client in use, and an unhandled error event would end the process.
  client.on('error', ignore);
  try {
    await client.query('begin');
    const result = await work(
      async (text, params, name) => (await client.query(statementOf(text, params, name))).rows,
    );
    await client.query('commit');
    client.off('error', ignore);
    client.release();
    return result;
  } catch (error) {
    // The state of the connection is unknown: closing it rolls back.
    client.release(true);
    throw asDatabaseError(error);
  }
}

function ignore(): void {}

/** Whether the server answers a new connection. Refusing it as full or starting up is an answer. */
async function isReachable(address: DatabaseAddress): Promise<boolean> {
  const client = new pg.Client(clientOptions(address));
  client.on('error', ignore);
  const answered = client.connect().then(
    () => true,
    (error) => error instanceof pg.DatabaseError,
  );
  try {
    return await Promise.race([answered, waitProbeTimeout().then(() => false)]);
  } finally {
    hangUp(client);
  }
}

/** In steps, so that a busy event loop, which delays the answer, delays the timeout too. */
async function waitProbeTimeout(): Promise<void> {
  for (let step = 0; step < PROBE_STEPS; step += 1) {
    await new Promise((resolve) => setTimeout(resolve, PROBE_STEP_MS).unref());
  }
}

/** Options for a connection outside the pool. */
export function clientOptions(address: DatabaseAddress): pg.ClientConfig {
  return {
    ...('url' in address ? { connectionString: address.url } : address),
    application_name: 'sello',
    types: { getTypeParser: parserFor as typeof pg.types.getTypeParser },
  };
}

/** Counters and sizes stay far below 2^53, so 8-byte integers are numbers here, not strings. */
function parserFor(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8) return Number;
  // A day has no time: `Date` would move it by the zone of the machine.
  if (oid === pg.types.builtins.DATE) return String;
  return pg.types.getTypeParser(oid, format);
}

/**
 * A database that is unreachable, full, read-only or shutting down becomes a 503 that the caller may retry, and a
 * text that PostgreSQL cannot store a 400; every other error of a statement is a bug and passes through.
 */
export function asDatabaseError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  if (isUnwritableText(error)) return unwritableText(error);
  if (!isAway(error)) return error;
  return new AppError(
    'storage_unavailable',
    {
      en: 'Storage is unavailable at the moment. Nothing was changed; please try again in {wait}.',
      es: 'El almacenamiento no está disponible en este momento. No se cambió nada; intente de nuevo en {wait}.',
    },
    { cause: error, retryAfterSeconds: 2 },
  );
}

/** Whether a statement failed because a unique index already holds the value. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '23505';
}

/** 22021: bytes that are no UTF-8, or NUL. 22P05: an escape in JSON that stands for such. */
function isUnwritableText(error: unknown): boolean {
  return error instanceof pg.DatabaseError && (error.code === '22021' || error.code === '22P05');
}

/** Routes refuse such texts by name. This is for the one that forgot: the caller's mistake is no failure of ours. */
function unwritableText(cause: unknown): AppError {
  return new AppError(
    'bad_request',
    {
      en: 'A text of the request holds NUL or half of a surrogate pair; send whole Unicode characters.',
      es: 'Un texto de la solicitud contiene NUL o medio par sustituto; envíe caracteres Unicode completos.',
    },
    { cause },
  );
}

const AWAY_CLASSES = ['08', '53', '57', '58'];
const AWAY_SYSTEM_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  'EHOSTUNREACH',
];

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  if (code.length === 5 && AWAY_CLASSES.includes(code.slice(0, 2))) return true;
  // 25006: a standby, or a database whose disk became read-only.
  if (code === '25006' || AWAY_SYSTEM_CODES.includes(code)) return true;
  // Whatever its code, this severity means that the server refused or ended the connection.
  if ('severity' in error && error.severity === 'FATAL') return true;
  return /connection terminated|timeout exceeded|client was closed|query read timeout|not queryable/i.test(
    error.message,
  );
}
