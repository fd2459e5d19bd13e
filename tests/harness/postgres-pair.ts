/**
 * Two real PostgreSQL servers, the second a synchronous standby of the first, behind a road that leads to whichever takes
 * writes. Either can be killed, frozen or cut off, and the standby promoted: by the test, as an operator would by hand.
 */

import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
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
import { type FaultProxy, openFaultProxy, PASS } from './fault-proxy.ts';

export type PairServer = {
  /** Runs one statement as the superuser. */
  ask(text: string): Promise<pg.QueryResult['rows']>;
  /** `SIGKILL` is a machine that lost power: no process of it says goodbye. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** What clients and the other server reach it by, whatever happens to it. */
  road: FaultProxy;
};

export type PostgresPair = {
  /** One address that leads to whichever server takes writes. */
  url: string;
  /** Both servers in one address, without a road that knows which of them takes writes. */
  urlOfBoth: string;
  readonly primary: PairServer;
  readonly standby: PairServer;
  /** Old connections stay where they are, if they are still open. */
  promote(): Promise<void>;
  /** A new standby of the present primary, in place of the server that was lost. Resolves once commits wait for it. */
  renewStandby(): Promise<void>;
  close(): Promise<void>;
};

const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'on',
  autovacuum: 'off',
  shared_buffers: '32MB',
  wal_level: 'replica',
  max_wal_senders: '4',
  wal_keep_size: '512MB',
  hot_standby: 'on',
  // A frozen peer is noticed by nobody sooner than in real life.
  wal_receiver_timeout: '60s',
  wal_sender_timeout: '60s',
  wal_retrieve_retry_interval: '200ms',
};

type Member = PairServer & { folder: string; socket: string; stop(): Promise<void> };

/** A place in the pair, with an address that stays when its server is replaced. */
type Slot = { road: FaultProxy; member: Member | undefined };

export async function openPostgresPair(): Promise<PostgresPair> {
  const home = await mkdtemp(path.join(tmpdir(), 'sello-pair-'));
  let made = 0;
  const newFolder = () => {
    made += 1;
    return path.join(home, `server-${made}`);
  };
  const slots = [await openSlot(), await openSlot()] as const;
  let leading: 0 | 1 = 0;
  const of = (slot: Slot) => {
    if (slot.member === undefined) throw new Error('there is no server in this place');
    return slot.member;
  };
  const primary = () => slots[leading];
  const standby = () => slots[leading === 0 ? 1 : 0];
  primary().member = await startMember(newFolder(), primary().road);
  const makeStandby = async () => {
    standby().member = await copyMember(of(primary()), newFolder(), standby().road);
    await waitForStandby(of(primary()));
  };
  await makeStandby();
  const leader = await openFaultProxy(() => ({ port: primary().road.port, host: '127.0.0.1' }));
  const both = slots.map(({ road }) => `127.0.0.1:${road.port}`).join(',');
  return {
    url: `postgres://sello@127.0.0.1:${leader.port}/sello`,
    urlOfBoth: `postgres://sello@${both}/sello?target_session_attrs=read-write`,
    get primary() {
      return of(primary());
    },
    get standby() {
      return of(standby());
    },
    async promote() {
      await of(standby()).ask('select pg_promote(true, 30)');
      leading = leading === 0 ? 1 : 0;
    },
    async renewStandby() {
      await of(standby()).stop();
      await standby().road.behave(PASS);
      standby().road.resetAll();
      await makeStandby();
    },
    async close() {
      await leader.close();
      for (const { road, member } of slots) {
        await member?.stop();
        await road.close();
      }
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function openSlot(): Promise<Slot> {
  const slot: Partial<Slot> = {};
  const road = await openFaultProxy(() => ({ path: slot.member?.socket ?? '/nowhere' }));
  return Object.assign(slot, { road, member: undefined });
}

async function startMember(folder: string, road: FaultProxy): Promise<Member> {
  const server = await startEmbeddedPostgres(folder, () => {}, { settings: SETTINGS });
  const { host, port } = server.connection;
  const signal: PairServer['signal'] = async (name) => {
    // Frozen first, so that none is born or says anything while the others are ended.
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
      // Not fast: it would wait for a standby that is gone.
      await signalAll(folder, 'SIGQUIT');
      await server.stop();
    },
  };
}

/** A base backup while the source serves, as pg_basebackup makes it. */
async function copyMember(source: Member, folder: string, road: FaultProxy): Promise<Member> {
  await mkdir(folder, { mode: 0o700 });
  const from = path.join(source.folder, 'cluster');
  const to = path.join(folder, 'cluster');
  const client = await superuser(path.join(source.folder, 'cluster'), 5432);
  try {
    await client.query(`alter system set synchronous_standby_names = ''`);
    await client.query('select pg_reload_conf()');
    await client.query(`select pg_backup_start('standby', true)`);
    await cp(from, to, { recursive: true, preserveTimestamps: true, filter: (name) => isCopied(from, name) });
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await writeFile(path.join(to, 'backup_label'), rows[0].labelfile);
  } finally {
    await client.end();
  }
  const conninfo = `host=127.0.0.1 port=${source.road.port} user=${SUPERUSER} application_name=standby`;
  await writeFile(path.join(to, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
  await writeFile(path.join(to, 'standby.signal'), '');
  await own(to, from);
  const standby = await startMember(folder, road);
  await source.ask(`alter system set synchronous_standby_names = 'standby'`);
  await source.ask('select pg_reload_conf()');
  return standby;
}

/** Everything but what belongs to the running server, and the log of changes, which the standby fetches. */
function isCopied(from: string, name: string): boolean {
  const inside = path.relative(from, name);
  return !/^(?:postmaster\.(?:pid|opts)|\.s\.PGSQL.*|pg_wal\/.+|standby\.signal|backup_label.*)$/.test(
    inside,
  );
}

/** Copies made by root belong to root; the server runs as whoever has the source. */
async function own(copy: string, source: string): Promise<void> {
  await mkdir(path.join(copy, 'pg_wal', 'archive_status'), { recursive: true });
  await promisify(execFile)('chown', ['-R', `--reference=${source}`, copy]);
  await promisify(execFile)('chmod', ['700', copy]);
}

async function waitForStandby(primary: PairServer): Promise<void> {
  const deadline = performance.now() + 30_000;
  for (;;) {
    const rows = await primary.ask(`select from pg_stat_replication where sync_state = 'sync'`);
    if (rows.length > 0) return;
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
 * The postmaster first, then its children: each of them leads a session of its own, so no group reaches them all. None if
 * it was killed: its number may be somebody else's by now.
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
