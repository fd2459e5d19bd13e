/** The postmaster: PostgreSQL's first process, found through its pid file, watched and signalled. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SOCKET_PORT } from './postgres-settings.ts';

const PID_FILE = 'postmaster.pid';
const SOCKET_LOCK = `.s.PGSQL.${SOCKET_PORT}.lock`;

const STOP_PATIENCE_MS = 60_000;
const STOP_POLL_MS = 10;

/**
 * Makes the mark that identifies the cluster on the command line of its server. Inode and device tell a folder from
 * its copies. The working directory would identify it too. But in a container even root may not read the working
 * directory of a process, while it can read the command line.
 */
export async function markCluster(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return `sello(${dev}:${ino})`;
}

/**
 * The process that serves the cluster now, if any. Lock files that name an unrelated process are removed:
 * PostgreSQL would take any live process of its own user for a postmaster and refuse to start.
 */
export async function findPostmaster(folder: string, mark: string): Promise<number | undefined> {
  for (const lock of [PID_FILE, SOCKET_LOCK]) {
    const pid = await readPid(path.join(folder, lock));
    if (pid === undefined) continue;
    const commandLine = await readCommandLine(pid);
    // The process is dead, and PostgreSQL itself replaces the lock of a dead process.
    if (commandLine === undefined) continue;
    if (isMarked(commandLine, mark)) return pid;
    await removeLock(path.join(folder, lock), pid);
  }
  return undefined;
}

/** The pid in the pid file. Another process may have this pid by now. */
export async function readPostmasterPid(folder: string): Promise<number | undefined> {
  return readPid(path.join(folder, PID_FILE));
}

/** Whether `pid` is a live server with this mark. A zombie is not. */
export async function isPostmaster(pid: number, mark: string): Promise<boolean> {
  return isMarked((await readCommandLine(pid)) ?? '', mark);
}

/**
 * Shuts the server down fast: open transactions are rolled back, everything is written, and the process is gone when
 * the promise resolves. A server that does not end in time is aborted, which costs the next start a recovery but no
 * data.
 */
export async function stopPostmaster(pid: number, mark: string): Promise<void> {
  if (await isPostmaster(pid, mark)) signal(pid, 'SIGINT');
  const deadline = performance.now() + STOP_PATIENCE_MS;
  let wasAborted = false;
  while (await isPostmaster(pid, mark)) {
    if (!wasAborted && performance.now() > deadline) {
      wasAborted = true;
      signal(pid, 'SIGQUIT');
    }
    await sleep(STOP_POLL_MS);
  }
}

async function readPid(lockFile: string): Promise<number | undefined> {
  const text = await readFile(lockFile, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  const pid = Number.parseInt(text, 10);
  return pid > 0 ? pid : undefined;
}

function isMarked(commandLine: string, mark: string): boolean {
  return commandLine.includes(`cluster_name=${mark}`);
}

/**
 * Removes a lock file, but renames it first and then checks it. Another process may have started a server since we
 * judged the lock, and removing the lock of a live server would let a second one start.
 */
async function removeLock(lockFile: string, judgedPid: number): Promise<void> {
  const aside = `${lockFile}.${randomUUID()}`;
  try {
    await rename(lockFile, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await readPid(aside)) !== judgedPid) await link(aside, lockFile).catch(() => undefined);
  await rm(aside, { force: true });
}

/** The command line of a process. Undefined when there is no such process; empty for a zombie. */
async function readCommandLine(pid: number): Promise<string | undefined> {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined);
  return new Promise((resolve) => {
    execFile('ps', ['-ww', '-o', 'command=', '-p', String(pid)], (error, stdout) =>
      resolve(error === null ? stdout : undefined),
    );
  });
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
