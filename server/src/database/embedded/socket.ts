/** The route to the server's socket, and the query that shows whether the server is ready and ours. */
import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { SUPERUSER } from './cluster.ts';
import { SOCKET_PORT } from './postgres-settings.ts';

export type SocketRoute = { host: string; close(): Promise<void> };

type Answer =
  | { state: 'ready'; identifier: bigint }
  /** The server answers, but is starting, recovering or shutting down. */
  | { state: 'busy'; because: string }
  | { state: 'silent'; because: string };

/** The longest path that fits in the kernel's `sun_path`, without the terminating zero byte. */
const LONGEST_SOCKET_PATH = process.platform === 'linux' ? 107 : 103;

const CONNECT_TIMEOUT_MS = 5_000;

/** The routes by cluster. A process keeps one route per cluster, so that clients find a server that was restarted. */
const routes = new Map<string, Promise<SocketRoute>>();

/**
 * Returns a folder name through which clients reach the socket in `clusterFolder`. If the real path is too long for a
 * socket address, the returned name is a link in a private temporary folder, which `close` removes.
 */
export async function openSocketRoute(clusterFolder: string): Promise<SocketRoute> {
  if (fits(clusterFolder)) return { host: clusterFolder, close: async () => undefined };
  const route = routes.get(clusterFolder) ?? makeShortRoute(clusterFolder);
  routes.set(clusterFolder, route);
  return route;
}

/**
 * Asks the server for its identifier. It connects as the superuser, for whom the server reserves connections when all
 * others are taken.
 */
export async function askSystemIdentifier(host: string): Promise<Answer> {
  const client = new pg.Client({
    host,
    port: SOCKET_PORT,
    user: SUPERUSER,
    database: SUPERUSER,
    ssl: false,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
  });
  // The server may end at any moment; the awaited call reports it.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ id: string }>(
      'select system_identifier::text as id from pg_control_system()',
    );
    return { state: 'ready', identifier: BigInt.asUintN(64, BigInt(rows[0]?.id ?? 0)) };
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    // 57P03, cannot_connect_now.
    const isBusy = (error as { code?: string }).code === '57P03';
    return { state: isBusy ? 'busy' : 'silent', because };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function makeShortRoute(clusterFolder: string): Promise<SocketRoute> {
  const base = fits(path.join(tmpdir(), 'sello-XXXXXX', 'pg')) ? tmpdir() : '/tmp';
  const shelter = await mkdtemp(path.join(base, 'sello-'));
  const host = path.join(shelter, 'pg');
  await symlink(clusterFolder, host);
  const close = async () => {
    routes.delete(clusterFolder);
    await rm(shelter, { recursive: true, force: true });
  };
  return { host, close };
}

function fits(folder: string): boolean {
  return Buffer.byteLength(path.join(folder, `.s.PGSQL.${SOCKET_PORT}`)) <= LONGEST_SOCKET_PATH;
}
