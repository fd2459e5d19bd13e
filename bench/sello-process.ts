/** Sello as an operator runs it: `sello serve` with everything embedded, an account and a key. */

import { once } from 'node:events';
import { mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenOnOwnPort } from '../server/src/cli/shared/own-port.ts';
import { type BenchProcess, readEnd, runToEnd, startProcess } from './processes.ts';

export type SelloProcess = {
  pid: number;
  port: number;
  /** PostgreSQL's main process; the others are its children. */
  postmasterPid: number;
  database: SocketAddress;
  folder: string;
  accountId: string;
  key: string;
  stop(): Promise<void>;
};

export type SocketAddress = { host: string; port: number; user: string; database: string };

export const MAIN = path.join(import.meta.dirname, '../server/bin/sello.mjs');
/** As in `npm start`. */
const NODE_ARGS = ['--max-semi-space-size=16', '--max-old-space-size=1024', '--heap-growing-percent=100'];
const START_PATIENCE_MS = 300_000;

/**
 * High enough never to be reached. The rate window is still kept exactly: at some thousand calls a second it has many
 * entries, like the window of a busy customer.
 */
const RATE_PER_MINUTE = '1000000';
const MANY = '900000000';

export async function startSello(
  folder: string,
  nodeArgs: readonly string[] = [],
  settings: Record<string, string> = {},
): Promise<SelloProcess> {
  await mkdir(folder, { recursive: true });
  const dataDir = path.join(folder, 'data');
  const port = await findFreePort();
  const env = {
    // All load comes from one network.
    SELLO_PUBLIC_PER_MINUTE: '0',
    SELLO_MAX_CONNECTIONS_PER_NETWORK: '0',
    PORT: String(port),
    SELLO_DATA_DIR: dataDir,
    SELLO_MAX_RATE_PER_MINUTE: RATE_PER_MINUTE,
    SELLO_MAX_MONTHLY_QUOTA: MANY,
    ...settings,
  };
  const server = await startProcess(MAIN, ['serve'], {
    env,
    nodeArgs: [...NODE_ARGS, ...nodeArgs],
    logFile: path.join(folder, 'sello.log'),
  });
  try {
    await waitUntilReady(server, port);
    const account = ['--email', 'bench@example.com', '--name', 'Bench'];
    const made = await runToEnd(MAIN, ['account', 'create', ...account, '--certificates', MANY], env);
    const [accountId = ''] = made.split(' ', 1);
    const limits = ['--rate', RATE_PER_MINUTE, '--quota', MANY];
    const key = await runToEnd(
      MAIN,
      ['key', 'create', '--account', accountId, '--name', 'bench', ...limits],
      env,
    );
    const host = path.join(dataDir, 'postgres', 'cluster');
    const postmasterPid = Number.parseInt(await readFile(path.join(host, 'postmaster.pid'), 'utf8'), 10);
    return {
      pid: server.pid,
      port,
      postmasterPid,
      database: { host, port: 5432, user: 'sello', database: 'sello' },
      folder,
      accountId,
      key: key.trim(),
      stop: () => server.stop(),
    };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

export async function findFreePort(): Promise<number> {
  const probe = createServer();
  const port = await listenOnOwnPort(probe);
  await once(probe.close(), 'close');
  return port;
}

async function waitUntilReady(server: BenchProcess, port: number): Promise<void> {
  const deadline = performance.now() + START_PATIENCE_MS;
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    if (server.child.exitCode !== null || performance.now() > deadline) {
      throw new Error(`Sello did not start:\n${await readEnd(server.logFile)}`);
    }
    await sleep(50);
  }
}
