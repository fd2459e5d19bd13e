/** Measures two or more sides by turns, so that whatever else the machine does falls on all of them alike. */

import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';
import { readBusyMs, readCpuMs, readPostgresCpuMs } from './cpu-time.ts';
import type { Load, LoadPlan } from './load.ts';

export type Side = {
  /** The server under load. */
  pid: number;
  /** Of the database that it works with. */
  postmasterPid?: number | undefined;
  plan: LoadPlan;
};

export type Turns = {
  rounds: number;
  /**
   * Just-in-time compilers need tens of thousands of calls before a server is as fast as it will be for months:
   * certifying, Sello's are at rest after about 20,000.
   */
  warmUp: LoadPlan['until'];
};

/** One side in one round. Times of processors are per request. */
export type Sample = {
  perSecond: number;
  wallMs: number;
  p50Ms: number;
  p99Ms: number;
  nodeUs: number;
  postgresUs: number;
  /** Share of all cores that went to programs that have nothing to do with the benchmark. */
  othersShare: number;
};

/** Every second round goes backwards, so that no side is always the one that follows the other. */
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
 * What one side left for the disk to write is written before the next begins: whoever syncs its own files would
 * otherwise wait for the gigabytes of one that syncs nothing, and be charged for them.
 */
const settleDisk = () => promisify(execFile)('sync');

async function measure(load: Load, side: Side): Promise<Sample> {
  await settleDisk();
  const before = await readClocks(side);
  const result = await load.run(side.plan);
  const after = await readClocks(side);
  const nodeMs = after.nodeMs - before.nodeMs;
  const postgresMs = after.postgresMs - before.postgresMs;
  const othersMs = after.busyMs - before.busyMs - nodeMs - postgresMs - result.clientCpuMs;
  return {
    perSecond: (result.requests / result.wallMs) * 1000,
    wallMs: result.wallMs / result.requests,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    nodeUs: (nodeMs / result.requests) * 1000,
    postgresUs: (postgresMs / result.requests) * 1000,
    othersShare: Math.max(0, othersMs / (after.at - before.at) / availableParallelism()),
  };
}

async function readClocks({ pid, postmasterPid }: Side) {
  return {
    nodeMs: await readCpuMs(pid),
    postgresMs: postmasterPid === undefined ? 0 : await readPostgresCpuMs(postmasterPid),
    busyMs: await readBusyMs(),
    at: performance.now(),
  };
}

export type Spread = { median: number; low: number; high: number };

/** How `ours` compares with `theirs`, round by round: neighbours in time are compared, not averages. */
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
