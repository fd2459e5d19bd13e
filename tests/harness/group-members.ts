/** The HTTP processes of a group, seen from outside. */

import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Child processes that run our program; the embedded database is a child too. Dead ones are left out. */
export async function memberPids(parentPid: number): Promise<number[]> {
  const { stdout } = await run('ps', ['-o', 'pid=,stat=,args=', '--ppid', String(parentPid)]);
  return stdout
    .split('\n')
    .filter((line) => line.includes('sello.mjs serve') && !/^\s*\d+ Z/.test(line))
    .map((line) => Number.parseInt(line, 10));
}

/**
 * The members that hold the socket on which the group accepts. A starting member does not answer yet, so callers would
 * be refused if the other member were gone.
 */
export async function listeningPids(parentPid: number, baseUrl: string): Promise<number[]> {
  const port = Number(new URL(baseUrl).port).toString(16).toUpperCase().padStart(4, '0');
  const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')));
  const rows = tables.flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)));
  const [, , , , , , , , , inode] =
    rows.find(([, at, , state]) => at?.endsWith(`:${port}`) && state === '0A') ?? [];
  const holds = await Promise.all(
    (await memberPids(parentPid)).map(async (pid) => {
      const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
      const targets = await Promise.all(
        files.map((file) => readlink(`/proc/${pid}/fd/${file}`).catch(() => '')),
      );
      return targets.includes(`socket:[${inode}]`) ? [pid] : [];
    }),
  );
  return holds.flat();
}
