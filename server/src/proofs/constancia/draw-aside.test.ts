import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { drawAside } from './draw-aside.ts';
import type { ConstanciaFacts } from './facts.ts';

const factsOf = (serviceName: string) => ({ serviceName }) as ConstanciaFacts;

/** A thread that answers with the name that it was given, does not answer, or dies. */
function startActor(): Worker {
  const source = `
    const { parentPort } = require('node:worker_threads');
    parentPort.on('message', ({ serviceName }) => {
      if (serviceName === 'crash') throw new Error('no ink');
      if (serviceName === 'exit') process.exit(3);
      if (serviceName === 'memory') for (const all = []; ; ) all.push(new Array(10_000).fill({}));
      if (serviceName === 'refuse') parentPort.postMessage({ error: new Error('cannot be drawn') });
      else if (serviceName !== 'wait') parentPort.postMessage({ bytes: Buffer.from(serviceName) });
    });`;
  return new Worker(source, { eval: true, execArgv: [], resourceLimits: { maxOldGenerationSizeMb: 16 } });
}

function openAside() {
  let threads = 0;
  const aside = drawAside(() => {
    threads += 1;
    return startActor();
  });
  return { aside, threads: () => threads };
}

test('no thread before the first constancia, and one for all that follow', async () => {
  const { aside, threads } = openAside();
  expect(threads()).toBe(0);
  const drawn = await Promise.all(['a', 'b', 'c'].map((name) => aside.write(factsOf(name))));
  expect(drawn.map((bytes) => Buffer.from(bytes).toString())).toEqual(['a', 'b', 'c']);
  expect(threads()).toBe(1);
  await aside.close();
});

test('what cannot be drawn fails alone, and the thread goes on', async () => {
  const { aside, threads } = openAside();
  await expect(aside.write(factsOf('refuse'))).rejects.toThrow('cannot be drawn');
  await aside.write(factsOf('next'));
  expect(threads()).toBe(1);
  await aside.close();
});

test.for(['crash', 'exit', 'memory'])('%s: one request fails, and the next has a new thread', async (how) => {
  const { aside, threads } = openAside();
  const broken = aside.write(factsOf(how));
  const next = aside.write(factsOf('next'));
  await expect(broken).rejects.toThrow('The thread that draws constancias');
  expect(Buffer.from(await next).toString()).toBe('next');
  expect(threads()).toBe(2);
  await aside.close();
});

test('a line that is too long is refused with the seconds to wait, and takes no more memory', async () => {
  const { aside } = openAside();
  const first = aside.write(factsOf('wait'));
  const waiting = Array.from({ length: 16 }, () => aside.write(factsOf('wait')));
  const refused = await aside.write(factsOf('one more')).catch((error) => error);
  expect(refused).toMatchObject({ code: 'overloaded', retryAfterSeconds: 3 });
  const ended = Promise.allSettled([first, ...waiting]);
  await aside.close();
  expect(new Set((await ended).map(({ status }) => status))).toEqual(new Set(['rejected']));
  await expect(aside.write(factsOf('late'))).rejects.toMatchObject({ code: 'overloaded' });
});
