/**
 * Files written by tests are temporary, so they are kept in memory if the machine has enough, and no test waits for a
 * disk.
 */

import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const MEMORY = '/dev/shm';
const ENOUGH_BYTES = 6 * 2 ** 30;
const NAME = /^sello-run-(\d+)$/;

/** Sets TMPDIR for this process and those that it starts, unless it is set already. */
export function keepScratchInMemory(): void {
  if (process.env.TMPDIR !== undefined || freeBytes() < ENOUGH_BYTES) return;
  removeLeftovers();
  const folder = path.join(MEMORY, `sello-run-${process.pid}`);
  // Writable by all, like the usual folder: the embedded database runs as another user.
  mkdirSync(folder, { mode: 0o1777 });
  process.env.TMPDIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

function freeBytes(): number {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/** Removes files of killed runs, which would take memory until the machine is restarted. */
function removeLeftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid)))
      rmSync(path.join(MEMORY, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
