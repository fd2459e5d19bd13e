/** Cost per request of a group of HTTP processes and its database, under closed-loop and open-loop load. */

import { availableParallelism } from 'node:os';
import { listChildren, readCpuMs, readPostgresCpuMs, readStolenMs } from './cpu-time.ts';
import type { Load, LoadPlan } from './load.ts';
import type { OpenLoad, OpenPlan, OpenResult } from './open-load.ts';
import { count } from './results.ts';
import type { SelloProcess } from './sello-process.ts';

/** Processor time per request. `nodeUs` covers all processes of the group, including the parent's background work. */
export type Cost = { perSecond: number; nodeUs: number; postgresUs: number };

/** `stolenShare`: how much of all cores the machine's own host took away. No server can answer in that time. */
export type LoadSample = OpenResult & Cost & { clientUs: number; stolenShare: number };

/** Closed loop: each caller waits for its answer. */
export async function measureClosed(load: Load, sello: SelloProcess, plan: LoadPlan): Promise<Cost> {
  const before = await readClocks(sello);
  const { requests, wallMs } = await load.run(plan);
  const after = await readClocks(sello);
  return {
    perSecond: (requests / wallMs) * 1000,
    nodeUs: ((after.nodeMs - before.nodeMs) / requests) * 1000,
    postgresUs: ((after.postgresMs - before.postgresMs) / requests) * 1000,
  };
}

/** Open loop: requests arrive independently. */
export async function measureOpen(
  load: OpenLoad,
  sello: SelloProcess,
  plan: Omit<OpenPlan, 'port'>,
): Promise<LoadSample> {
  const before = await readClocks(sello);
  const stolenBefore = await readStolenMs();
  const result = await load.run({ ...plan, port: sello.port });
  const stolenMs = (await readStolenMs()) - stolenBefore;
  const after = await readClocks(sello);
  const perRequestUs = (ms: number) => (ms / Math.max(1, result.answered)) * 1000;
  return {
    ...result,
    perSecond: (result.answered / plan.lengthMs) * 1000,
    nodeUs: perRequestUs(after.nodeMs - before.nodeMs),
    postgresUs: perRequestUs(after.postgresMs - before.postgresMs),
    clientUs: perRequestUs(result.clientCpuMs),
    stolenShare: stolenMs / plan.lengthMs / availableParallelism(),
  };
}

export function describeSample(sample: LoadSample): string {
  return [
    `${count(sample.perSecond)}/s`,
    `p50 ${sample.p50Ms.toFixed(1)} ms`,
    `p99 ${sample.p99Ms.toFixed(1)} ms`,
    `node ${count(sample.nodeUs)} µs`,
    `pg ${count(sample.postgresUs)} µs`,
    `client ${count(sample.clientUs)} µs`,
    `host took ${Math.round(sample.stolenShare * 100)} %`,
  ].join(' · ');
}

/** The started process and, if it leads a group, its members. */
export async function nodeProcesses({ pid, postmasterPid }: SelloProcess): Promise<number[]> {
  const children = await listChildren(pid);
  return [pid, ...children.map((child) => child.pid).filter((child) => child !== postmasterPid)];
}

async function readClocks(sello: SelloProcess) {
  let nodeMs = 0;
  for (const pid of await nodeProcesses(sello)) nodeMs += await readCpuMs(pid);
  return { nodeMs, postgresMs: await readPostgresCpuMs(sello.postmasterPid) };
}
