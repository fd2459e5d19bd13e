/**
 * The first person who requests a PDF does not wait for libraries and fonts, because a server loads them after its
 * start.
 */

import { readdir, readFile } from 'node:fs/promises';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import type { DrawnMaterial } from '../../../server/src/proofs/constancia/ports.ts';
import { drawAside, drawingThread } from '../../../server/src/proofs/constancia/thread/draw-aside.ts';
import { startChildSello } from '../../harness/child-sello.ts';
import { unaccreditedSample, writeSample } from '../../harness/sample-constancia.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const THREADS = ['constancias', 'documents'];

async function threadsOf(pid: number): Promise<Map<string, string>> {
  const ids = await readdir(`/proc/${pid}/task`);
  const names = await Promise.all(
    ids.map((id) => readFile(`/proc/${pid}/task/${id}/comm`, 'utf8').catch(() => '')),
  );
  return new Map(
    ids.map((id, i) => [names[i]?.trim() ?? '', id]).filter(([name = '']) => THREADS.includes(name)) as [
      string,
      string,
    ][],
  );
}

test('the threads that draw exist before anybody requests a PDF, and draw the first one', async () => {
  const sello = await openTestSello();
  onTestFinished(() => sello.close());
  const child = await startChildSello({ DATABASE_URL: sello.database.url, SELLO_DATA_DIR: sello.dataDir });
  onTestFinished(() => child.kill('SIGKILL'));
  await expect.poll(async () => [...(await threadsOf(child.pid)).keys()].sort()).toEqual(THREADS);
  const before = await threadsOf(child.pid);
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, 'the first one');
  const path = `/api/public/v1/certificates/${id}/proof?type=constancia&format=raw`;
  const answer = await fetch(`${child.baseUrl}${path}`, { headers: { authorization: `Bearer ${key}` } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(await threadsOf(child.pid)).toEqual(before);
});

/** The processor time from the request of the first constancia to its end, in a separate thread. */
async function firstDrawing(isWarm: boolean): Promise<number> {
  let thread: Worker | undefined;
  const start = drawingThread(
    new URL('../../../server/src/proofs/constancia/thread/drawing-thread.ts', import.meta.url),
    'constancias',
  );
  const { draw, warm, close } = drawAside<DrawnMaterial>(() => {
    thread = start();
    return thread;
  });
  const sample = await unaccreditedSample('stamped');
  try {
    if (isWarm) {
      warm();
      // Once the thread waits for work, it has loaded everything.
      await expect.poll(() => thread?.performance.eventLoopUtilization().idle).toBeGreaterThan(0);
    }
    const spent = async () => {
      const { user = 0, system = 0 } = (await thread?.cpuUsage()) ?? {};
      return (user + system) / 1_000;
    };
    const before = isWarm ? await spent() : 0;
    await writeSample(sample, undefined, draw);
    return (await spent()) - before;
  } finally {
    await close();
  }
}

test('a thread that was started early has loaded everything that the first PDF needs', async () => {
  const cold = await firstDrawing(false);
  const warm = await firstDrawing(true);
  expect(warm).toBeLessThan(cold * 0.75);
});
