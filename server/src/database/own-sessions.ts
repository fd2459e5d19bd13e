/** Refuses a pooler that hands a session to somebody else after each transaction. */

import { OperatorError } from '../kernel/operator-error.ts';
import type { DatabaseAddress } from './address.ts';
import { type AttentiveClient, openClient } from './connections/client.ts';
import { hostsOf } from './connections/hosts.ts';
import { sessionOf } from './connections/open-connections.ts';
import * as read from './row-reader.ts';

const TRIES = 3;

/**
 * Rejects if there is such a pooler. The locks that show which process is alive, prepared statements and time limits
 * all belong to a session. Two connections are tested: neither may share its session with the other, and the first
 * must still have its own session while the second is in a transaction.
 */
export async function assertOwnSessions(address: DatabaseAddress): Promise<void> {
  const clients: AttentiveClient[] = [];
  try {
    const first = await open(address, clients);
    const second = await open(address, clients);
    hostsOf(address).tellsSessions = sessionOf(first) === (await askSession(first));
    for (let tries = 0; tries < TRIES; tries += 1) {
      const before = await askSession(first);
      await second.query('begin');
      const meanwhile = await askSession(second);
      const after = await askSession(first);
      await second.query('commit');
      if (before === meanwhile || before !== after) throw sharedSessions();
    }
  } finally {
    for (const client of clients) await client.end().catch(() => {});
  }
}

async function open(address: DatabaseAddress, clients: AttentiveClient[]): Promise<AttentiveClient> {
  const client = await openClient(address).catch((error) => {
    throw refusesOptions(error) ? unknownOptions(error) : error;
  });
  clients.push(client);
  return client;
}

async function askSession(client: AttentiveClient): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid');
  return read.number(read.firstRow(rows), 'pid');
}

/** pgbouncer's message about connection options that it was not configured to pass on. */
function refusesOptions(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/i.test(error.message);
}

function unknownOptions(cause: unknown): OperatorError {
  return new OperatorError(
    {
      en: 'The pooler that DATABASE_URL leads to refuses the options of a session. Set ignore_startup_parameters = options in pgbouncer, and give the role its limits (docs/operations.md).',
      es: 'El agrupador de conexiones al que lleva DATABASE_URL rechaza las opciones de una sesión. Ponga ignore_startup_parameters = options en pgbouncer y dé al rol sus límites (docs/operations.md).',
    },
    { cause },
  );
}

function sharedSessions(): OperatorError {
  return new OperatorError({
    en: 'DATABASE_URL leads to a pooler that shares sessions (transaction mode). Use session mode (pool_mode = session), or name the database itself: the locks that show which process is alive belong to a session.',
    es: 'DATABASE_URL lleva a un agrupador que comparte sesiones (modo transacción). Use el modo sesión (pool_mode = session) o indique la base de datos misma: los candados que muestran qué proceso vive pertenecen a una sesión.',
  });
}
