/** Benchmarks without a server: a process repeats one operation and measures its own processor time. */

import path from 'node:path';
import { nextMessage, startProcess } from './processes.ts';
import type { Stage } from './stage.ts';

export type LoopResult = { operations: number; cpuUs: number };

/** Runs in the child. Each message is a duration in milliseconds; the answer is how many operations it had time for. */
export function serveLoop(operation: () => unknown): void {
  const batch = async (size: number) => {
    for (let n = 0; n < size; n++) await operation();
  };
  process.on('message', async (ms: number) => {
    const before = process.cpuUsage();
    const endsAt = performance.now() + ms;
    let operations = 0;
    for (; performance.now() < endsAt; operations += 20) await batch(20);
    const cpu = process.cpuUsage(before);
    process.send?.({ operations, cpuUs: cpu.user + cpu.system } satisfies LoopResult);
  });
  process.once('disconnect', () => process.exit());
  process.send?.('ready');
}

export type Loop = { perCoreSecond(): Promise<number>; stop(): Promise<void> };

/** In the parent. */
export async function startLoop(stage: Stage, script: string, args: readonly string[]): Promise<Loop> {
  const child = await startProcess(path.join(import.meta.dirname, script), args, {
    logFile: path.join(stage.folder, 'loop.log'),
  });
  await nextMessage(child);
  return {
    async perCoreSecond() {
      child.child.send(stage.isQuick ? 300 : 1_000);
      const { operations, cpuUs } = await nextMessage<LoopResult>(child);
      return (operations / cpuUs) * 1e6;
    },
    stop: () => child.stop(),
  };
}
