/** Measures two or more sides by turns, so that other load on the machine affects all of them equally. */

import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { readBusyMs, readCpuMs, readPostgresCpuMs } from './cpu-time.ts';
import type { Load, LoadPlan, LoadResult } from './load.ts';

export type Side = {
  /** Process id of the server under load. */
  pid: number;
  /** Process id of its database. */
  postmasterPid?: number | undefined;
  /** Further processes of the server, whose time counts as the server's own. */
  otherPids?: readonly number[] | undefined;
  plan: LoadPlan;
};

export type Turns = {
  rounds: number;
  /**
   * The JIT compiler needs tens of thousands of calls before a server reaches its lasting speed: about 20,000 when
   * Sello certifies.
   */
  warmUp: LoadPlan['until'];
};

/** One side in one round. Processor times are per request. */
export type Sample = {
  perSecond: number;
  wallMs: number;
  p50Ms: number;
  p99Ms: number;
  nodeUs: number;
  postgresUs: number;
  /** Share of all cores used by programs outside the benchmark. */
  othersShare: number;
};

/** Every second round is in reverse order, so that no side always follows another. */
export async function alternate<Name extends string>(
  load: Load,
  { rounds, warmUp }: Turns,
  sides: Record<Name, Side>,
): Promise<Record<Name, Sample[]>> {
  const names = Object.keys(sides) as Name[];
  const samples = Object.fromEntries(names.map((name) => [name, [] as Sample[]])) as Record<Name, Sample[]>;
  for (const name of names) await load.run({ ...sides[name].plan, until: warmUp });
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      samples[name].push(await measure(load, sides[name]));
    }
  }
  return samples;
}

/**
 * Writes out the dirty pages of one side before the next begins: a server that syncs its files would otherwise be
 * charged for the gigabytes of one that does not.
 */
const settleDisk = () => promisify(execFile)('sync');

export function measure(load: Load, side: Side): Promise<Sample> {
  return measureWork(side, () => load.run(side.plan));
}

type Work = Pick<LoadResult, 'requests' | 'wallMs'> & Partial<LoadResult>;

/** What `work` costs the server and its database, for each of its requests. */
export async function measureWork(side: Processes, work: () => Promise<Work>): Promise<Sample> {
  await settleDisk();
  const before = await readClocks(side);
  const result = await work();
  const after = await readClocks(side);
  const nodeMs = after.nodeMs - before.nodeMs;
  const postgresMs = after.postgresMs - before.postgresMs;
  const othersMs = after.busyMs - before.busyMs - nodeMs - postgresMs - (result.clientCpuMs ?? 0);
  return {
    perSecond: (result.requests / result.wallMs) * 1000,
    wallMs: result.wallMs / result.requests,
    p50Ms: result.p50Ms ?? Number.NaN,
    p99Ms: result.p99Ms ?? Number.NaN,
    nodeUs: (nodeMs / result.requests) * 1000,
    postgresUs: (postgresMs / result.requests) * 1000,
    othersShare: Math.max(0, othersMs / (after.at - before.at) / availableParallelism()),
  };
}

type Processes = Pick<Side, 'pid' | 'postmasterPid' | 'otherPids'>;

async function readClocks({ pid, postmasterPid, otherPids = [] }: Processes) {
  let nodeMs = 0;
  for (const one of [pid, ...otherPids]) nodeMs += await readCpuMs(one);
  return {
    nodeMs,
    postgresMs: postmasterPid === undefined ? 0 : await readPostgresCpuMs(postmasterPid),
    busyMs: await readBusyMs(),
    at: performance.now(),
  };
}

export type Spread = { median: number; low: number; high: number };

/** Compares `ours` with `theirs` round by round, so that only measurements close in time are compared. */
export function compare<T>(ours: readonly T[], theirs: readonly T[], pick: (sample: T) => number): Spread {
  return spreadOf(ours.map((sample, round) => pick(sample) / pick(theirs[round] ?? sample)));
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    median: median(sorted),
    low: sorted[0] ?? Number.NaN,
    high: sorted[sorted.length - 1] ?? Number.NaN,
  };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
