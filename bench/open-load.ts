/**
 * Open loop: sends requests at their arrival times, whether or not earlier ones are answered, from a separate process.
 * A stall of one second is then counted for every request that arrived during it; closed-loop clients would count it
 * once (coordinated omission).
 */

import path from 'node:path';
import type { LoadPlan } from './load.ts';
import { nextMessage, startProcess } from './processes.ts';

export type OpenPlan = {
  port: number;
  perSecond: number;
  lengthMs: number;
  seed: number;
  /** Each arrival is one of these kinds, chosen by their shares. */
  kinds: readonly RequestKind[];
};

export type RequestKind = Pick<LoadPlan, 'heads' | 'bodyFile' | 'differsAt'> & { share: number };

/** Latencies count from the intended start of each request, not from when a connection was free. */
export type OpenResult = {
  offered: number;
  answered: number;
  /** Number of answers other than 2xx. */
  refused: number;
  firstRefusal: string | undefined;
  /** Requests that arrived but were unanswered at the end. */
  backlog: number;
  p50Ms: number;
  p99Ms: number;
  clientCpuMs: number;
};

export type OpenLoad = { pid: number; run(plan: OpenPlan): Promise<OpenResult>; stop(): Promise<void> };

/** How much longer than planned a run may take. */
const TIMEOUT_MS = 60_000;

export async function startOpenLoad(folder: string): Promise<OpenLoad> {
  const client = await startProcess(path.join(import.meta.dirname, 'open-load-client.ts'), [], {
    logFile: path.join(folder, 'open-load.log'),
  });
  return {
    pid: client.pid,
    async run(plan) {
      client.child.send(plan);
      const giveUp = setTimeout(() => client.child.kill('SIGKILL'), plan.lengthMs + TIMEOUT_MS);
      const answer = await nextMessage<OpenResult | { problem: string }>(client).finally(() =>
        clearTimeout(giveUp),
      );
      if ('problem' in answer) throw new Error(answer.problem);
      return answer;
    },
    stop: () => client.stop(),
  };
}
