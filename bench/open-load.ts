/**
 * Sends requests at the times at which they arrive, whether or not earlier ones are answered, from a process of its
 * own. A server that stalls for a second is charged that second by everyone who arrived meanwhile; clients that wait
 * for one answer before they ask again would charge it once.
 */

import path from 'node:path';
import type { LoadPlan } from './load.ts';
import { nextMessage, startProcess } from './processes.ts';

export type OpenPlan = {
  port: number;
  perSecond: number;
  lengthMs: number;
  seed: number;
  /** What is asked for; each arrival is one of these, by their shares. */
  kinds: readonly RequestKind[];
};

export type RequestKind = Pick<LoadPlan, 'heads' | 'bodyFile' | 'differsAt'> & { share: number };

/** Latencies count from the intended start of each request, not from when a connection was free for it. */
export type OpenResult = {
  offered: number;
  answered: number;
  /** Answers other than 2xx, with the first of them. */
  refused: number;
  firstRefusal: string | undefined;
  /** Arrived, but without an answer when the time was over. */
  backlog: number;
  p50Ms: number;
  p99Ms: number;
  clientCpuMs: number;
};

export type OpenLoad = { pid: number; run(plan: OpenPlan): Promise<OpenResult>; stop(): Promise<void> };

/** What a run may take beyond its own length. */
const PATIENCE_MS = 60_000;

export async function startOpenLoad(folder: string): Promise<OpenLoad> {
  const client = await startProcess(path.join(import.meta.dirname, 'open-load-client.ts'), [], {
    logFile: path.join(folder, 'open-load.log'),
  });
  return {
    pid: client.pid,
    async run(plan) {
      client.child.send(plan);
      const giveUp = setTimeout(() => client.child.kill('SIGKILL'), plan.lengthMs + PATIENCE_MS);
      const answer = await nextMessage<OpenResult | { problem: string }>(client).finally(() =>
        clearTimeout(giveUp),
      );
      if ('problem' in answer) throw new Error(answer.problem);
      return answer;
    },
    stop: () => client.stop(),
  };
}
