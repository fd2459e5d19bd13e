/** One real PostgreSQL server of a pair or a trio, which can be killed, frozen, cut off, and copied into a standby. */

import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { SUPERUSER } from '../../server/src/database/embedded/cluster.ts';
import { startEmbeddedPostgres } from '../../server/src/database/embedded/launcher.ts';
import {
  isPostmaster,
  markCluster,
  readPostmasterPid,
} from '../../server/src/database/embedded/postmaster.ts';
import type { FaultProxy } from './fault-proxy.ts';

export type DatabaseServer = {
  /** Runs one statement as the superuser. */
  ask(text: string): Promise<pg.QueryResult['rows']>;
  /** `SIGKILL` simulates a power failure: no process can end cleanly. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** The address at which clients and the other servers reach it, whatever happens to it. */
  road: FaultProxy;
};

export type Member = DatabaseServer & { folder: string; socket: string; stop(): Promise<void> };

export const MEMBER_SETTINGS: Record<string, string> = {
  fsync: 'off',
  full_page_writes: 'on',
  autovacuum: 'off',
  shared_buffers: '32MB',
  wal_level: 'replica',
  max_wal_senders: '4',
  wal_keep_size: '512MB',
  hot_standby: 'on',
  // Timeouts as in production, so that a frozen peer is not noticed sooner than there.
  wal_receiver_timeout: '60s',
  wal_sender_timeout: '60s',
  wal_retrieve_retry_interval: '200ms',
};

export async function startMember(
  folder: string,
  road: FaultProxy,
  settings: Record<string, string> = MEMBER_SETTINGS,
): Promise<Member> {
  const server = await startEmbeddedPostgres(folder, () => {}, { settings });
  const { host, port } = server.connection;
  const signal: DatabaseServer['signal'] = async (name) => {
    // All processes are frozen first, so that none starts or reports anything while the others are killed.
    if (name === 'SIGKILL') await signalAll(folder, 'SIGSTOP');
    await signalAll(folder, name);
  };
  return {
    folder,
    road,
    socket: `${host}/.s.PGSQL.${port}`,
    signal,
    ask: (text) => askAsSuperuser(host, port, text),
    async stop() {
      await signalAll(folder, 'SIGCONT');
      // Not a fast shutdown, which would wait for a standby that is gone.
      await signalAll(folder, 'SIGQUIT');
      await server.stop();
    },
  };
}

/** A base backup while the source serves, as pg_basebackup makes it. `name` is that of the standby. */
export async function copyMember(
  source: Member,
  folder: string,
  road: FaultProxy,
  name: string,
  settings: Record<string, string> = MEMBER_SETTINGS,
): Promise<Member> {
  await mkdir(folder, { mode: 0o700 });
  const from = path.join(source.folder, 'cluster');
  const to = path.join(folder, 'cluster');
  const client = await superuser(path.join(source.folder, 'cluster'), 5432);
  try {
    await client.query(`select pg_backup_start('standby', true)`);
    await cp(from, to, { recursive: true, preserveTimestamps: true, filter: (name) => isCopied(from, name) });
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await writeFile(path.join(to, 'backup_label'), rows[0].labelfile);
  } finally {
    await client.end();
  }
  await writeFile(
    path.join(to, 'postgresql.auto.conf'),
    `primary_conninfo = '${conninfoTo(source, name)}'\n`,
  );
  await writeFile(path.join(to, 'standby.signal'), '');
  await own(to, from);
  return startMember(folder, road, settings);
}

/** The connection string with which the standby of this name follows `source`. */
export function conninfoTo(source: DatabaseServer, name: string): string {
  return `host=127.0.0.1 port=${source.road.port} user=${SUPERUSER} application_name=${name}`;
}

/** Everything except the files of the running server and the write-ahead log, which the standby fetches. */
function isCopied(from: string, name: string): boolean {
  const inside = path.relative(from, name);
  return !/^(?:postmaster\.(?:pid|opts)|\.s\.PGSQL.*|pg_wal\/.+|standby\.signal|backup_label.*)$/.test(
    inside,
  );
}

/** Copies made by root belong to root, but the server runs as the owner of the source. */
async function own(copy: string, source: string): Promise<void> {
  await mkdir(path.join(copy, 'pg_wal', 'archive_status'), { recursive: true });
  await promisify(execFile)('chown', ['-R', `--reference=${source}`, copy]);
  await promisify(execFile)('chmod', ['700', copy]);
}

/** Resolves once this many standbys confirm commits. */
export async function waitForStandbys(primary: DatabaseServer, count = 1): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const rows = await primary.ask(
      `select from pg_stat_replication where sync_state in ('sync', 'quorum') and state = 'streaming'`,
    );
    if (rows.length >= count) return;
    if (performance.now() > deadline) throw new Error('the standby did not follow');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function superuser(host: string, port: number): Promise<pg.Client> {
  const client = new pg.Client({ host, port, user: SUPERUSER, database: 'sello', ssl: false });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function askAsSuperuser(host: string, port: number, text: string) {
  const client = await superuser(host, port);
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/**
 * The postmaster first, then its children: each child leads a session of its own, so no signal to a group would reach
 * them all. Empty if the postmaster was killed: its process id may belong to another process by now.
 */
async function processesOf(folder: string): Promise<number[]> {
  const cluster = path.join(folder, 'cluster');
  const postmaster = (await readPostmasterPid(cluster)) ?? 0;
  if (!(await isPostmaster(postmaster, await markCluster(cluster)))) return [];
  const children: number[] = [];
  for (const name of await readdir('/proc')) {
    if (/^\d+$/.test(name) && (await parentOf(name)) === postmaster) children.push(Number(name));
  }
  return [postmaster, ...children];
}

async function parentOf(pid: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return Number(/\) \S (\d+)/.exec(stat)?.[1]);
}

async function signalAll(folder: string, name: NodeJS.Signals): Promise<void> {
  for (const pid of await processesOf(folder)) trySignal(pid, name);
}

function trySignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
