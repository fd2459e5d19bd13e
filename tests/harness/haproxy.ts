/** The real HAProxy with the file that operators are given. */

import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort, startProgram } from './debian-program.ts';

export type Haproxy = {
  /** Leads to whichever server is the primary. */
  url: string;
  close(): Promise<void>;
};

const FILE = fileURLToPath(new URL('../../deploy/haproxy.cfg', import.meta.url));

/** Resolves once HAProxy leads to a primary. `addresses`: those of the three servers, as `host:port`. */
export async function openHaproxy(addresses: readonly string[]): Promise<Haproxy> {
  const port = await freePort();
  const env = {
    SELLO_DATABASE_BIND: `127.0.0.1:${port}`,
    ...Object.fromEntries(addresses.map((one, at) => [`SELLO_DB${at + 1}`, one])),
  };
  // Runs as the user of the test, because another user may not be able to read the checkout.
  const program = startProgram('tests', 'usr/sbin/haproxy', ['-db', '-f', FILE], env, {});
  const url = `postgres://sello@127.0.0.1:${port}/sello?target_session_attrs=read-write`;
  const deadline = performance.now() + 30_000;
  while (!(await leadsToPrimary(url))) {
    if (!program.hasEnded && performance.now() < deadline) await sleep(100);
    else throw new Error(`HAProxy leads nowhere: ${program.output()}`);
  }
  return { url, close: () => program.stop('SIGKILL') };
}

async function leadsToPrimary(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('select pg_is_in_recovery() as is_standby');
    return rows[0]?.is_standby === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}
