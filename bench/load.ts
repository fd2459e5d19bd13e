/** Sends requests from a process of its own, so that their cost is not counted as the server's. */

import path from 'node:path';
import { nextMessage, startProcess } from './processes.ts';

export type LoadPlan = {
  port: number;
  connections: number;
  /** Each connection sends its next request once it has the answer to the last. */
  until: { ms: number } | { requests: number };
  /** Start lines and headers, taken in turn, complete but for the body. */
  heads: readonly string[];
  /** The body of every request. */
  bodyFile?: string;
  /**
   * Where a request is two: the first has no body and is told a `Location`, and this is the head of the one that goes
   * there with the body, `{location}` in the place of its path.
   */
  thenHead?: string;
  /** Where in the body 16 characters change with every request, so that no two files are alike. */
  differsAt?: number;
};

export type LoadResult = {
  requests: number;
  wallMs: number;
  p50Ms: number;
  p99Ms: number;
  clientCpuMs: number;
};

/** No run may last longer, whatever hangs. */
const PATIENCE_MS = 5 * 60_000;

export type Load = { run(plan: LoadPlan): Promise<LoadResult>; stop(): Promise<void> };

export async function startLoad(folder: string): Promise<Load> {
  const client = await startProcess(path.join(import.meta.dirname, 'load-client.ts'), [], {
    logFile: path.join(folder, 'load.log'),
  });
  return {
    async run(plan) {
      client.child.send(plan);
      const giveUp = setTimeout(() => client.child.kill('SIGKILL'), PATIENCE_MS);
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
