/** What processes have used of the machine, as Linux counts it. */

import { readdir, readFile, writeFile } from 'node:fs/promises';

/** USER_HZ, the unit of /proc/<pid>/stat: 100 on every Linux that Node runs on. */
const TICK_MS = 1000 / 100;

/** User and system time of all threads of a process. */
export async function readCpuMs(pid: number): Promise<number> {
  const { ownMs } = await readStat(pid);
  return ownMs;
}

/** The postmaster, its living children, and those that have ended and were collected by it. */
export async function readPostgresCpuMs(postmasterPid: number): Promise<number> {
  const postmaster = await readStat(postmasterPid);
  let totalMs = postmaster.ownMs + postmaster.endedChildrenMs;
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // A process may end between the listing and the look at it.
    const stat = await readStat(Number(name)).catch(() => undefined);
    if (stat?.parentPid === postmasterPid) totalMs += stat.ownMs;
  }
  return totalMs;
}

/** Time that all cores together have spent on anything but idling. */
export async function readBusyMs(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n', 1);
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * TICK_MS;
}

/** The most memory that the process has had resident since its start or the last `forgetPeakMemory`. */
export async function readPeakMemoryMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(status) ?? [];
  if (kilobytes === undefined) throw new Error(`/proc/${pid}/status names no VmHWM`);
  return (Number(kilobytes) * 1024) / 1e6;
}

/** proc(5), clear_refs: 5 resets the peak to what is resident now. */
export async function forgetPeakMemory(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

async function readStat(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses, which may hold spaces and parentheses itself.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = (index: number) => Number(fields[index]) * TICK_MS;
  return {
    parentPid: Number(fields[1]),
    ownMs: ticks(11) + ticks(12),
    endedChildrenMs: ticks(13) + ticks(14),
  };
}
