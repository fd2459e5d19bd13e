/**
 * Three PostgreSQL servers of Debian managed by pg_auto_failover: its monitor notices a lost primary, promotes a
 * standby that has everything, and makes a standby of the former primary when that comes back. Each server has two
 * connections that can be cut: the one to its clients, and its own to the monitor.
 */

import { chown, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { folderOf } from '../../scripts/debian-programs.ts';
import type { FailoverLoss } from '../chaos/figures.ts';
import { freePort, type RunningProgram, startProgram, UNPRIVILEGED } from './debian-program.ts';
import { type Fault, type FaultProxy, openFaultProxy, PASS } from './fault-proxy.ts';

export type AutoFailover = {
  /** Each is `host:port`, the address that everybody except the test itself uses. */
  addresses: string[];
  /** One database URL that lists all three. */
  urlOfAll: string;
  /** Makes the current primary and its keeper fail together, like a machine that loses power, freezes or is cut off. */
  lose(loss: FailoverLoss): Promise<void>;
  /** Resolves once another server than the lost one confirms commits. */
  takenOver(): Promise<void>;
  /** A frozen or isolated server resumes. */
  comeBack(): Promise<void>;
  /** Restarts killed servers; resolves once there are a primary and two standbys again. */
  healed(): Promise<void>;
  close(): Promise<void>;
};

/** In production these are 20 and 30 seconds; the order of events is the same. */
const MONITOR_SETTINGS = {
  health_check_period: 1_000,
  health_check_timeout: 1_000,
  health_check_max_retries: 1,
  health_check_retry_delay: 500,
  node_considered_unhealthy_timeout: 8_000,
  primary_demote_timeout: 6_000,
  startup_grace_period: 1_000,
};

/** All of these are addresses of this machine. */
const HOSTS = { db1: '127.0.1.1', db2: '127.0.1.2', db3: '127.0.1.3' };
const CUT: Fault = { kind: 'black hole' };

const BIN = path.join(folderOf('chaos'), 'usr/lib/postgresql/15/bin');
/** The user who makes a cluster is its superuser. */
const SUPERUSER = process.getuid?.() === 0 ? 'nobody' : userInfo().username;
const PATIENCE_MS = 180_000;

/**
 * Each server listens on 127.0.0.1. The others reach it at another address of this machine, where a proxy on the same
 * port forwards to it.
 */
type Node = {
  name: string;
  host: string;
  port: number;
  data: string;
  program: RunningProgram;
  roads: readonly FaultProxy[];
};

export async function openAutoFailover(): Promise<AutoFailover> {
  const home = await makeHome();
  const started: RunningProgram[] = [];
  const roads: FaultProxy[] = [];
  const start = (args: readonly string[]) => {
    const program = startProgram('chaos', 'usr/bin/pg_autoctl', args, surroundings(home));
    started.push(program);
    return program;
  };
  const close = async () => {
    for (const program of started) if (!program.hasEnded) await signalTree(program.pid, 'SIGKILL');
    for (const road of roads) await road.close();
    await rm(home, { recursive: true, force: true });
  };
  try {
    const { monitorPort, monitor } = await startMonitor(home, start);
    const nodes = await startNodes(home, start, monitorPort, roads);
    return { ...look({ monitor, monitorPort, nodes, start }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Start = (args: readonly string[]) => RunningProgram;

async function startMonitor(home: string, start: Start) {
  const monitorPort = await freePort();
  const monitor = start([...createArguments('monitor', home, 'monitor', '127.0.0.1', monitorPort), '--run']);
  await until(() => answers(monitorPort, 'pg_auto_failover', 'autoctl_node'), monitor, 'the monitor starts');
  for (const [name, value] of Object.entries(MONITOR_SETTINGS))
    await ask(monitorPort, 'pg_auto_failover', `alter system set pgautofailover.${name} = ${value}`);
  await ask(monitorPort, 'pg_auto_failover', 'select pg_reload_conf()');
  return { monitorPort, monitor };
}

async function startNodes(
  home: string,
  start: Start,
  monitorPort: number,
  opened: FaultProxy[],
): Promise<Node[]> {
  const nodes: Node[] = [];
  for (const [name, host] of Object.entries(HOSTS)) {
    const port = await freePort();
    const toIt = await openFaultProxy(() => ({ host: '127.0.0.1', port }), { host, port });
    const toMonitor = await openFaultProxy(() => ({ host: '127.0.0.1', port: monitorPort }));
    opened.push(toIt, toMonitor);
    const monitorUrl = `postgres://autoctl_node@127.0.0.1:${toMonitor.port}/pg_auto_failover?sslmode=disable`;
    const more = ['--name', name, '--monitor', monitorUrl, '--run'];
    const program = start([...createArguments('postgres', home, name, host, port), ...more]);
    nodes.push({ name, host, port, data: path.join(home, name), program, roads: [toIt, toMonitor] });
    await until(() => areSettled(monitorPort, nodes.length), program, `${name} joins`);
    if (nodes.length === 1) await prepareDatabase(port);
  }
  return nodes;
}

type Running = { monitor: RunningProgram; monitorPort: number; nodes: Node[]; start: Start };

function look({ monitor, monitorPort, nodes, start }: Running): Omit<AutoFailover, 'close'> {
  let lost: Node | undefined;
  const addresses = nodes.map(({ host, port }) => `${host}:${port}`);
  return {
    addresses,
    urlOfAll: `postgres://sello@${addresses.join(',')}/sello?target_session_attrs=read-write`,
    async lose(loss) {
      const port = await primaryPort(nodes);
      lost = nodes.find((node) => node.port === port);
      if (lost === undefined) throw new Error('there is no primary to lose');
      if (loss === 'is cut off') for (const road of lost.roads) await road.behave(CUT);
      else await signalTree(lost.program.pid, loss === 'is killed' ? 'SIGKILL' : 'SIGSTOP');
    },
    async takenOver() {
      const others = nodes.filter((node) => node !== lost);
      await until(async () => (await primaryPort(others)) !== undefined, monitor, 'a standby is promoted');
    },
    async comeBack() {
      if (lost === undefined) return;
      for (const road of lost.roads) await road.behave(PASS);
      if (!lost.program.hasEnded) await signalTree(lost.program.pid, 'SIGCONT');
    },
    async healed() {
      if (lost?.program.hasEnded === true) lost.program = start(['run', '--pgdata', lost.data]);
      await until(() => areSettled(monitorPort, nodes.length), monitor, 'all three are back');
    },
  };
}

/** Owned by the user that the servers run as. */
async function makeHome(): Promise<string> {
  const home = await mkdtemp(path.join(tmpdir(), 'sello-auto-'));
  for (const name of ['', 'sockets', 'run']) {
    await mkdir(path.join(home, name), { recursive: true, mode: 0o700 });
    const { uid, gid } = UNPRIVILEGED as { uid?: number; gid?: number };
    if (uid !== undefined && gid !== undefined) await chown(path.join(home, name), uid, gid);
  }
  return home;
}

function surroundings(home: string): NodeJS.ProcessEnv {
  return {
    PATH: `${BIN}:/usr/bin:/bin`,
    LC_ALL: 'C.UTF-8',
    HOME: home,
    XDG_RUNTIME_DIR: path.join(home, 'run'),
    XDG_CONFIG_HOME: path.join(home, 'config'),
    XDG_DATA_HOME: path.join(home, 'share'),
    // Debian's own folder for sockets belongs to somebody else.
    PG_REGRESS_SOCK_DIR: path.join(home, 'sockets'),
    PGHOST: path.join(home, 'sockets'),
  };
}

function createArguments(
  kind: 'monitor' | 'postgres',
  home: string,
  name: string,
  host: string,
  port: number,
): string[] {
  return [
    ...['create', kind, '--pgdata', path.join(home, name)],
    ...['--hostname', host, '--listen', '127.0.0.1', '--pgport', String(port)],
    ...['--auth', 'trust', '--no-ssl', '--pgctl', path.join(BIN, 'pg_ctl')],
  ];
}

async function prepareDatabase(port: number): Promise<void> {
  for (const statement of [
    'create role sello login createdb',
    'create role haproxy login',
    'grant pg_monitor to haproxy',
    'create database sello owner sello',
    // No fsync, because these servers are disposable; fast checkpoints, because a base backup waits for one.
    'alter system set fsync = off',
    `alter system set checkpoint_completion_target = '0.01'`,
    'select pg_reload_conf()',
    'checkpoint',
  ])
    await ask(port, 'postgres', statement);
}

/** Whether there is one primary with all others as its standbys, both in the monitor's plan and in fact. */
async function areSettled(monitorPort: number, count: number): Promise<boolean> {
  const rows = await ask(
    monitorPort,
    'pg_auto_failover',
    `select reportedstate::text as state from pgautofailover.node where reportedstate = goalstate and health = 1`,
  );
  const states = rows.map(({ state }) => state).sort();
  const wanted = count === 1 ? ['single'] : ['primary', ...Array(count - 1).fill('secondary')];
  return JSON.stringify(states) === JSON.stringify(wanted);
}

/** The server that takes writes and confirms them. */
async function primaryPort(nodes: readonly Node[]): Promise<number | undefined> {
  const found = nodes.map(async ({ port }) => {
    const [row] = await ask(
      port,
      'postgres',
      `select not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as is_primary`,
    );
    if (row?.is_primary !== true) throw new Error('a standby');
    await ask(port, 'postgres', `select pg_logical_emit_message(true, 'test', '')`);
    return port;
  });
  return Promise.any(found).catch(() => undefined);
}

async function answers(port: number, database: string, user: string): Promise<boolean> {
  return ask(port, database, 'select 1', user).then(
    () => true,
    () => false,
  );
}

async function ask(port: number, database: string, text: string, user = SUPERUSER) {
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port, user, database, ssl: false },
    ...{ connectionTimeoutMillis: 2_000, query_timeout: 5_000 },
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    void client.end().catch(() => {});
  }
}

async function until(isSo: () => Promise<boolean>, program: RunningProgram, what: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline || program.hasEnded)
      throw new Error(`waited in vain until ${what}: ${program.output()}`);
    await sleep(100);
  }
}

/** All are stopped with SIGSTOP first, so that none starts or reports anything while the others are killed. */
async function signalTree(root: number, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const pids = await treeOf(root);
  if (name === 'SIGKILL') for (const pid of pids) trySignal(pid, 'SIGSTOP');
  for (const pid of pids) trySignal(pid, name);
}

async function treeOf(root: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    parents.set(Number(name), Number(/\) \S (\d+)/.exec(stat)?.[1]));
  }
  const tree = [root];
  // A child comes later in the list than its parent, whatever its process id.
  for (const parent of tree) for (const [pid, itsParent] of parents) if (itsParent === parent) tree.push(pid);
  return tree;
}

function trySignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
