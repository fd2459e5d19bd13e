/** Constancias are drawn beside the thread that answers: one at a time, with a short line in front. */

import { Worker } from 'node:worker_threads';
import { AppError } from '../../kernel/errors.ts';
import type { Drawn } from './drawing-thread.ts';
import type { ConstanciaFacts } from './facts.ts';

export type DrawAside = {
  /** Rejects with `overloaded` where the line is too long. */
  write(facts: ConstanciaFacts): Promise<Uint8Array>;
  close(): Promise<void>;
};

type Job = { facts: ConstanciaFacts; resolve(bytes: Uint8Array): void; reject(error: unknown): void };

const THREAD = new URL('./drawing-thread.ts', import.meta.url);

/** At some 50 ms each, the last in line waits for less than a second. */
const LINE = 16;
/** Ten times what the longest honest one takes on a busy machine. */
const DRAWN_WITHIN_MS = 30_000;
/** With the libraries and fonts, which are most of it; whoever needs more is stopped, and nobody else. */
const MEMORY = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 4, stackSizeMb: 4 };

/** The thread begins with the first constancia: commands and workers never print any. */
export function drawAside(startThread: () => Worker = startDrawing): DrawAside {
  const line: Job[] = [];
  let thread: Worker | undefined;
  let current: Job | undefined;
  let deadline: NodeJS.Timeout | undefined;
  let isClosed = false;

  const finish = (settle: (job: Job) => void) => {
    clearTimeout(deadline);
    const job = current;
    current = undefined;
    if (job !== undefined) settle(job);
    drawNext();
  };
  /** What it was drawing fails; the next in line get a new thread. */
  const leave = (one: Worker, error: Error) => {
    if (thread !== one) return;
    thread = undefined;
    void one.terminate();
    finish((job) => job.reject(error));
  };
  const start = (): Worker => {
    const one = startThread();
    one.on('message', (drawn: Drawn) => {
      if (thread === one)
        finish((job) => ('bytes' in drawn ? job.resolve(drawn.bytes) : job.reject(drawn.error)));
    });
    one.on('error', (error) =>
      leave(one, new Error('The thread that draws constancias failed', { cause: error })),
    );
    one.on('exit', () => leave(one, new Error('The thread that draws constancias ended')));
    return one;
  };
  const drawNext = () => {
    if (current !== undefined) return;
    current = line.shift();
    if (current === undefined) return void thread?.unref();
    thread ??= start();
    const drawing = thread;
    drawing.ref();
    deadline = setTimeout(
      () => leave(drawing, new Error('A constancia took too long to draw')),
      DRAWN_WITHIN_MS,
    );
    drawing.postMessage(current.facts);
  };

  return {
    write: (facts) =>
      new Promise((resolve, reject) => {
        if (isClosed || line.length >= LINE) return reject(tooMany());
        line.push({ facts, resolve, reject });
        drawNext();
      }),
    async close() {
      isClosed = true;
      for (const job of line.splice(0)) job.reject(tooMany());
      const last = thread;
      if (last !== undefined) leave(last, new Error('The server is closing'));
      await last?.terminate();
    },
  };
}

function startDrawing(): Worker {
  return new Worker(THREAD, { name: 'constancias', resourceLimits: MEMORY, execArgv: [] });
}

function tooMany(): AppError {
  return new AppError(
    'overloaded',
    {
      en: 'Too many constancias are asked for at this moment. Please try again in a few seconds.',
      es: 'En este momento se piden demasiadas constancias. Intente de nuevo en unos segundos.',
    },
    { retryAfterSeconds: 3 },
  );
}
