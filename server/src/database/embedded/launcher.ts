/**
 * Runs a real PostgreSQL inside the data folder. Its processes are independent of ours: they survive a crash of ours,
 * and the next start of Sello uses them again. Two processes of Sello that start together share one server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../../kernel/operator-error.ts';
import {
  type Cluster,
  ensureCluster,
  openCluster,
  readSystemIdentifier,
  SERVICE,
  withDataArgument,
} from './cluster.ts';
import { boundLog, readTail, sizeOf } from './postgres-messages.ts';
import { type ServerSettings, SOCKET_PORT, serverArguments } from './postgres-settings.ts';
import {
  findPostmaster,
  isPostmaster,
  markCluster,
  readPostmasterPid,
  stopPostmaster,
} from './postmaster.ts';
import { findPrograms, OWN_SERVER, type Programs, spawnOptions } from './programs.ts';
import { askSystemIdentifier, openSocketRoute, type SocketRoute } from './socket.ts';

export type EmbeddedPostgres = {
  /** Options for `pg.Pool`: a Unix socket. `ssl` is explicit because PGSSLMODE would otherwise apply. */
  connection: { host: string; port: number; user: string; database: string; ssl: false };
  /** False if the server was already running. */
  startedHere: boolean;
  /** Shuts the server down, whoever started it, and resolves once it is gone. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  /** These override the built-in server settings. */
  settings?: ServerSettings;
  /** Called once if the server ends without `stop`; the caller may start it again. */
  onExit?: (how: string) => void;
};

/**
 * Resolves once the server in `folder` accepts connections. If needed, the server is created, started, recovered or,
 * if it runs already, adopted. The folder must be used for nothing else: everything inside belongs to the server.
 */
export async function startEmbeddedPostgres(
  folder: string,
  log: (line: string) => void,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const home = path.resolve(folder);
  const cluster = await openCluster(home);
  const programs = await findPrograms(cluster.user, home);
  const settings = options.settings ?? {};
  const outcome = await ensureCluster(cluster, programs, { isDurable: settings.fsync !== 'off' });
  if (outcome === 'made') log(`PostgreSQL: made a new database in ${home}`);

  const route = await openSocketRoute(cluster.folder);
  try {
    const place = { cluster, programs, route, settings, log, logFile: path.join(home, 'server.log') };
    const running = await findOrStart({ ...place, mark: await markCluster(cluster.folder) });
    return attach(running, route, options.onExit);
  } catch (error) {
    await route.close();
    throw error;
  }
}

/** How long a server may stay silent. One that says that it is recovering may take as long as it needs. */
const PATIENCE_MS = 30_000;
const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 250;
const WATCH_EVERY_MS = 500;

type Place = {
  cluster: Cluster;
  mark: string;
  programs: Programs;
  route: SocketRoute;
  settings: ServerSettings;
  logFile: string;
  log: (line: string) => void;
};

/** A server that answers. `child` is set if this process launched it. */
type Running = { pid: number; mark: string; child: ChildProcess | undefined; logFile: string };

async function findOrStart(place: Place): Promise<Running> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = await findPostmaster(place.cluster.folder, place.mark);
    const logStart = await sizeOf(place.logFile);
    const child = found === undefined ? await launch(place) : undefined;
    const isRunning = () => (child ? !hasEnded(child) : isPostmaster(found ?? 0, place.mark));
    const isReady = await waitUntilReady(place, logStart, isRunning);
    const running = isReady ? await identify(place, child) : undefined;
    if (running !== undefined) return running;

    // Retrying helps in three cases: a server that we found has just shut down; the server that we launched was slower
    // than another one; or it met the last processes of a killed server. The lock file is empty for the
    // moment in which the other server writes it. If a crash left it empty, retrying fails until the deadline.
    const reason = child && !isReady ? await readTail(place.logFile, logStart) : '';
    const canRetry = reason === '' || /already exists|is still in use|postmaster\.pid" is empty/.test(reason);
    if (!canRetry || performance.now() > deadline) {
      throw new OperatorError({
        en: `The embedded PostgreSQL did not start. ${OWN_SERVER.en} Its log (${place.logFile}) ends with:\n${reason}`,
        es: `El PostgreSQL integrado no arrancó. ${OWN_SERVER.es} Su registro (${place.logFile}) termina así:\n${reason}`,
      });
    }
    await sleep(LONGEST_PAUSE_MS / 2);
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

/** Starts the server in a session of its own, so that Ctrl-C reaches only us and we shut the server down cleanly. */
async function launch(place: Place): Promise<ChildProcess> {
  const logFile = await open(place.logFile, 'a', 0o600);
  try {
    return await withDataArgument(place.cluster, async (data) => {
      const child = spawn(
        path.join(place.programs.binFolder, 'postgres'),
        [...data.arguments, ...serverArguments(place.settings, place.mark)],
        {
          ...spawnOptions(place.programs),
          detached: true,
          stdio: ['ignore', logFile.fd, logFile.fd, data.inheritedFd ?? 'ignore'],
        },
      );
      await once(child, 'spawn');
      child.unref();
      return child;
    });
  } finally {
    await logFile.close();
  }
}

/** Waits for this cluster's server: true once it answers, false if it ends first. */
async function waitUntilReady(
  place: Place,
  logStart: number,
  isRunning: () => boolean | Promise<boolean>,
): Promise<boolean> {
  let deadline = performance.now() + PATIENCE_MS;
  let wasReported = false;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    const answer = await askSystemIdentifier(place.route.host);
    if (answer.state === 'ready') {
      await assertSameCluster(place, answer.identifier);
      return true;
    }
    if (!(await isRunning())) return false;
    if (answer.state === 'busy') {
      if (pauseMs === LONGEST_PAUSE_MS && !wasReported) place.log(`PostgreSQL: waiting, ${answer.because}`);
      wasReported ||= pauseMs === LONGEST_PAUSE_MS;
      deadline = performance.now() + PATIENCE_MS;
    }
    if (performance.now() > deadline) {
      const tail = await readTail(place.logFile, logStart);
      throw new OperatorError({
        en: `The embedded PostgreSQL does not answer (${answer.because}). ${OWN_SERVER.en} Its log (${place.logFile}) ends with:\n${tail}`,
        es: `El PostgreSQL integrado no responde (${answer.because}). ${OWN_SERVER.es} Su registro (${place.logFile}) termina así:\n${tail}`,
      });
    }
    await sleep(pauseMs);
  }
}

async function assertSameCluster(place: Place, answered: bigint): Promise<void> {
  if (answered === (await readSystemIdentifier(place.cluster))) return;
  throw new OperatorError({
    en: `Another database answers on the socket in ${place.cluster.folder}. Stop it, or give this Sello a folder of its own with SELLO_DATA_DIR=….`,
    es: `Otra base de datos responde en el socket de ${place.cluster.folder}. Deténgala o dé a este Sello su propia carpeta con SELLO_DATA_DIR=….`,
  });
}

/**
 * Finds out which server answers. It may not be the one that we launched, because another process may have been
 * quicker. Undefined if the server has ended since.
 */
async function identify(place: Place, child: ChildProcess | undefined): Promise<Running | undefined> {
  const pid = await readPostmasterPid(place.cluster.folder);
  if (pid === undefined) return undefined;
  const isOurs = child?.pid === pid;
  place.log(`PostgreSQL: ${isOurs ? 'started' : 'adopted the running server'}, process ${pid}`);
  return { pid, mark: place.mark, child: isOurs ? child : undefined, logFile: place.logFile };
}

function attach(running: Running, route: SocketRoute, onExit?: (how: string) => void): EmbeddedPostgres {
  const logBound = boundLog(running.logFile);
  let stopping: Promise<void> | undefined;
  const stopWatching = watch(running, (how) => {
    logBound.stop();
    if (stopping === undefined) onExit?.(how);
  });
  const stop = async () => {
    stopWatching();
    logBound.stop();
    await stopPostmaster(running.pid, running.mark);
    await route.close();
  };
  return {
    connection: { host: route.host, port: SOCKET_PORT, user: SERVICE, database: SERVICE, ssl: false },
    startedHere: running.child !== undefined,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };
}

/** Calls `onEnd` when the server ends. A child process emits an event; an adopted server has to be polled. */
function watch({ pid, mark, child }: Running, onEnd: (how: string) => void): () => void {
  if (child !== undefined) {
    const report = (code: number | null, signal: string | null) => onEnd(signal ?? `exit code ${code}`);
    if (hasEnded(child)) report(child.exitCode, child.signalCode);
    else child.once('exit', report);
    return () => child.off('exit', report);
  }
  const timer = setInterval(async () => {
    if (await isPostmaster(pid, mark)) return;
    clearInterval(timer);
    onEnd('gone');
  }, WATCH_EVERY_MS).unref();
  return () => clearInterval(timer);
}
