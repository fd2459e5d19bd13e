/** Processor time and memory of processes, as Linux counts them. */

import { readdir, readFile, writeFile } from 'node:fs/promises';

/** USER_HZ, the unit of /proc/<pid>/stat: 100 on every Linux that Node runs on. */
const TICK_MS = 1000 / 100;

/** User and system time of all threads of a process. */
export async function readCpuMs(pid: number): Promise<number> {
  const { ownMs } = await readStat(pid);
  return ownMs;
}

/** The postmaster, its live children, and the ended children it has reaped. */
export async function readPostgresCpuMs(postmasterPid: number): Promise<number> {
  const postmaster = await readStat(postmasterPid);
  const children = await listChildren(postmasterPid);
  return children.reduce((sum, { ownMs }) => sum + ownMs, postmaster.ownMs + postmaster.endedChildrenMs);
}

/** Live child processes. */
export async function listChildren(parentPid: number): Promise<{ pid: number; ownMs: number }[]> {
  const children: { pid: number; ownMs: number }[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    // A process may end after it was listed.
    const stat = await readStat(Number(name)).catch(() => undefined);
    if (stat?.parentPid === parentPid) children.push({ pid: Number(name), ownMs: stat.ownMs });
  }
  return children;
}

/** Non-idle time of all cores together. */
export async function readBusyMs(): Promise<number> {
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = await readCores();
  return (user + nice + system + irq + softirq + steal) * TICK_MS;
}

/** Stolen time: a core had work but the host ran something else; summed over all cores. */
export async function readStolenMs(): Promise<number> {
  const [, , , , , , , steal = 0] = await readCores();
  return steal * TICK_MS;
}

async function readCores(): Promise<number[]> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n', 1);
  return line.split(/\s+/).slice(1).map(Number);
}

/** Peak resident memory since the start of the process or the last `forgetPeakMemory`. */
export async function readPeakMemoryMb(pid: number): Promise<number> {
  return readKilobytes(`/proc/${pid}/status`, 'VmHWM');
}

export async function readMemoryMb(pid: number): Promise<number> {
  return readKilobytes(`/proc/${pid}/status`, 'VmRSS');
}

/** Counts pages shared by PostgreSQL's processes once. */
export async function readPostgresMemoryMb(
  postmasterPid: number,
  kind: 'Pss' | 'Pss_Anon' = 'Pss',
): Promise<number> {
  let totalMb = await readKilobytes(`/proc/${postmasterPid}/smaps_rollup`, kind);
  for (const { pid } of await listChildren(postmasterPid)) {
    totalMb += await readKilobytes(`/proc/${pid}/smaps_rollup`, kind).catch(() => 0);
  }
  return totalMb;
}

async function readKilobytes(file: string, name: string): Promise<number> {
  const [, kilobytes] = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(await readFile(file, 'utf8')) ?? [];
  if (kilobytes === undefined) throw new Error(`${file} has no ${name}`);
  return (Number(kilobytes) * 1024) / 1e6;
}

/** proc(5), clear_refs: 5 resets the peak to what is resident now. */
export async function forgetPeakMemory(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5');
}

async function readStat(pid: number) {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses, which may itself contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const ticks = (index: number) => Number(fields[index]) * TICK_MS;
  return {
    parentPid: Number(fields[1]),
    ownMs: ticks(11) + ticks(12),
    endedChildrenMs: ticks(13) + ticks(14),
  };
}
