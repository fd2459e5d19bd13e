/** Draws PDFs in a thread of their own, one at a time. `writer.ts` keeps the queue short. */

import { Worker } from 'node:worker_threads';
import type { Drawn } from './answer-drawn.ts';

type DrawAside<Material> = {
  draw(material: Material): Promise<Uint8Array>;
  /** Starts the thread before anybody needs it. */
  warm(): void;
  close(): Promise<void>;
};

/** The thread ended because of its input, or took too long. */
export class AsideFailed extends Error {}

const threadEnded = (cause: unknown) => new AsideFailed('The thread that draws PDFs ended', { cause });
const tookTooLong = () => new AsideFailed('A PDF took too long to draw');

type Job<Material> = { material: Material; resolve(bytes: Uint8Array): void; reject(error: unknown): void };

/**
 * The time limit of a document: ten times what the longest takes, and enough for a new thread on a busy machine to
 * load its fonts.
 */
const DRAWN_WITHIN_MS = 15_000;
/**
 * The memory of the thread. Most of it is for libraries and fonts. A document that needs more is stopped, and only
 * that one.
 */
const MEMORY = { maxOldGenerationSizeMb: 56, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 };

/**
 * Makes the queue. The thread starts with the first document, or when a server has started, because most commands
 * never draw one.
 */
export function drawAside<Material>(startThread: () => Worker): DrawAside<Material> {
  const line: Job<Material>[] = [];
  let thread: Worker | undefined;
  let current: Job<Material> | undefined;
  let deadline: NodeJS.Timeout | undefined;
  let isClosed = false;

  const finish = (end: (job: Job<Material>) => void) => {
    clearTimeout(deadline);
    const job = current;
    current = undefined;
    if (job !== undefined) end(job);
    drawNext();
  };
  /** The thread has ended: the document that was being drawn fails, and the next ones get a new thread. */
  const leave = (one: Worker, error: Error) => {
    if (thread !== one) return;
    thread = undefined;
    void one.terminate();
    finish((job) => job.reject(error));
  };
  const start = (): Worker => {
    const one = startThread();
    one.unref();
    const ended = (cause: unknown) => leave(one, threadEnded(cause));
    one.on('message', (drawn: Drawn) => thread === one && finish((job) => settle(job, drawn)));
    one.on('error', ended).on('exit', ended);
    return one;
  };
  const drawNext = () => {
    if (current !== undefined) return;
    current = line.shift();
    if (current === undefined) return void thread?.unref();
    thread ??= start();
    const drawing = thread;
    drawing.ref();
    deadline = setTimeout(() => leave(drawing, tookTooLong()), DRAWN_WITHIN_MS);
    drawing.postMessage(current.material);
  };

  return {
    draw: (material) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(closing());
        line.push({ material, resolve, reject });
        drawNext();
      }),
    warm() {
      if (!isClosed) thread ??= start();
    },
    async close() {
      isClosed = true;
      for (const job of line.splice(0)) job.reject(closing());
      const last = thread;
      if (last !== undefined) leave(last, closing());
      await last?.terminate();
    },
  };
}

function settle(job: Pick<Job<unknown>, 'resolve' | 'reject'>, drawn: Drawn): void {
  if ('bytes' in drawn) job.resolve(drawn.bytes);
  else job.reject(drawn.error);
}

/** Makes the thread. The file `thread` answers each material with what it has drawn. */
export function drawingThread(thread: URL, name: string): () => Worker {
  return () => new Worker(thread, { name, resourceLimits: MEMORY, execArgv: [] });
}

function closing(): Error {
  return new Error('The server is closing');
}
