/** The real pgbouncer, in front of a database on this machine. */

import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { freePort, startProgram } from './debian-program.ts';

export type Pgbouncer = { port: number; close(): Promise<void> };

/** `more`: further lines of the configuration file. */
export async function openPgbouncer(
  databasePort: number,
  mode: 'session' | 'transaction',
  more: readonly string[] = ['ignore_startup_parameters = options'],
): Promise<Pgbouncer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sello-pgbouncer-'));
  // If the test runs as root, pgbouncer runs as another user, who must be able to read the folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  const users = path.join(folder, 'users.txt');
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(users, '"sello" ""\n');
  const lines = [
    '[databases]',
    `* = host=127.0.0.1 port=${databasePort}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    `auth_file = ${users}`,
    `pool_mode = ${mode}`,
    'default_pool_size = 40',
    ...more,
  ];
  await writeFile(file, `${lines.join('\n')}\n`);
  const program = startProgram('tests', 'usr/sbin/pgbouncer', [file]);
  const close = async () => {
    await program.stop('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  };
  const deadline = performance.now() + 20_000;
  while (!(await answers(port))) {
    if (!program.hasEnded && performance.now() < deadline) await sleep(50);
    else {
      await close();
      throw new Error(`pgbouncer did not start: ${program.output()}`);
    }
  }
  return { port, close };
}

/** Whether pgbouncer listens. To say that a database does not exist also shows this. */
async function answers(port: number): Promise<boolean> {
  const client = new pg.Client({ host: '127.0.0.1', port, user: 'sello', database: 'sello', ssl: false });
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    await client.end().catch(() => {});
  }
}
