import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import type { ConstanciaMaterial } from '../facts.ts';
import { drawAside } from './draw-aside.ts';

const materialOf = (serviceName: string) => ({ serviceName }) as ConstanciaMaterial;

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
  const aside = drawAside<ConstanciaMaterial>(() => {
    threads += 1;
    return startActor();
  });
  return { aside, threads: () => threads };
}

test('no thread before the first document, and one for all that follow', async () => {
  const { aside, threads } = openAside();
  expect(threads()).toBe(0);
  const drawn = await Promise.all(['a', 'b', 'c'].map((name) => aside.draw(materialOf(name))));
  expect(drawn.map((bytes) => Buffer.from(bytes).toString())).toEqual(['a', 'b', 'c']);
  expect(threads()).toBe(1);
  await aside.close();
});

test('what cannot be drawn fails alone, and the thread goes on', async () => {
  const { aside, threads } = openAside();
  await expect(aside.draw(materialOf('refuse'))).rejects.toThrow('cannot be drawn');
  await aside.draw(materialOf('next'));
  expect(threads()).toBe(1);
  await aside.close();
});

test.for(['crash', 'exit', 'memory'])('%s: one request fails, and the next has a new thread', async (how) => {
  const { aside, threads } = openAside();
  const broken = aside.draw(materialOf(how));
  const next = aside.draw(materialOf('next'));
  await expect(broken).rejects.toThrow('The thread that draws PDFs');
  expect(Buffer.from(await next).toString()).toBe('next');
  expect(threads()).toBe(2);
  await aside.close();
});

test('closing ends what is drawn and what waits, and takes no more', async () => {
  const { aside } = openAside();
  const waiting = Promise.allSettled(['wait', 'wait', 'next'].map((name) => aside.draw(materialOf(name))));
  await aside.close();
  expect((await waiting).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await expect(aside.draw(materialOf('late'))).rejects.toThrow('closing');
});

test('a thread that was warmed up is the one that draws, and a closed one is not started', async () => {
  const { aside, threads } = openAside();
  aside.warm();
  aside.warm();
  await aside.draw(materialOf('a'));
  expect(threads()).toBe(1);
  await aside.close();
  aside.warm();
  expect(threads()).toBe(1);
});
