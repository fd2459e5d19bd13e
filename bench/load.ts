/** Sends requests from a separate process, so that their cost is not counted as the server's. */

import path from 'node:path';
import { nextMessage, startProcess } from './processes.ts';

export type LoadPlan = {
  port: number;
  connections: number;
  /** Closed loop: each connection waits for its answer before it sends the next request. */
  until: { ms: number } | { requests: number };
  /** Request lines and headers, used in turn; the body is added. */
  heads: readonly string[];
  /** The body of every request. */
  bodyFile?: string;
  /**
   * For uploads in two requests: the first has no body and is answered with a `Location`; this is the head of the
   * second, which sends the body there, with `{location}` as its path.
   */
  thenHead?: string;
  /** Offset in the body of 16 characters that change with every request, so that every file is different. */
  differsAt?: number;
};

export type LoadResult = {
  requests: number;
  wallMs: number;
  p50Ms: number;
  p99Ms: number;
  clientCpuMs: number;
};

/** Limit for one run, in case something hangs. */
const TIMEOUT_MS = 5 * 60_000;

export type Load = { run(plan: LoadPlan): Promise<LoadResult>; stop(): Promise<void> };

export async function startLoad(folder: string): Promise<Load> {
  const client = await startProcess(path.join(import.meta.dirname, 'load-client.ts'), [], {
    logFile: path.join(folder, 'load.log'),
  });
  return {
    async run(plan) {
      client.child.send(plan);
      const giveUp = setTimeout(() => client.child.kill('SIGKILL'), TIMEOUT_MS);
      const answer = await nextMessage<LoadResult | { problem: string }>(client).finally(() =>
        clearTimeout(giveUp),
      );
      if ('problem' in answer) throw new Error(answer.problem);
      return answer;
    },
    stop: () => client.stop(),
  };
}

export function requestHead(
  method: string,
  target: string,
  headers: Record<string, string | number> = {},
): string {
  const lines = Object.entries({ host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return `${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}
