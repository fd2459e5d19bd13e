/** Hashes tiles in a thread, one after the other. */

import { Worker } from 'node:worker_threads';
import type { HashTask } from './hash-leaves.ts';
import type { Hashed } from './hashing-thread.ts';

export type HashAside = { hash(task: HashTask): Promise<Uint8Array>; close(): Promise<void> };

/** A tile of a thousand certificates with a few renewals each takes some 20 MB. */
const MEMORY = { maxOldGenerationSizeMb: 192 };

/** Starts the thread with the first tile. It is closed after each renewal, because the next one may be years away. */
export function openHashAside(): HashAside {
  let thread: Worker | undefined;
  return {
    async hash(task) {
      thread ??= new Worker(new URL('./hashing-thread.ts', import.meta.url), {
        name: 'renewals',
        resourceLimits: MEMORY,
        execArgv: [],
      });
      return ask(thread, task);
    },
    async close() {
      await thread?.terminate();
    },
  };
}

function ask(thread: Worker, task: HashTask): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const said = (hashed: Hashed) => ('hashes' in hashed ? resolve(hashed.hashes) : reject(hashed.error));
  const ended = () => reject(new Error('The thread that hashes renewals ended'));
  thread.once('message', said).once('error', reject).once('exit', ended);
  thread.postMessage(task);
  return promise.finally(() => thread.off('message', said).off('error', reject).off('exit', ended));
}
