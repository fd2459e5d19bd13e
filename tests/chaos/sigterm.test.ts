import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { type SpawnedSello, spawnSello } from '../harness/child-sello.ts';
import { fillAccount } from '../harness/fill-account.ts';
import { findHalves, NO_HALVES } from '../harness/find-halves.ts';
import { fileForm } from '../harness/multipart.ts';
import { openConnection, postHead } from '../harness/raw-http.ts';
import { openStormPlace, type StormPlace } from '../harness/storm-place.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

const ANSWERED_WITHIN_MS = 25_000;
/** The time for a stop without stuck clients, on a busy machine. */
const ENDED_WITHIN_MS = 15_000;

let place: StormPlace;
let child: SpawnedSello;
afterEach(async () => {
  await child?.kill('SIGKILL');
  await place?.close();
});

type Upload = { finish(): void; answer: Promise<{ status: number; id: string | undefined }>; socket: Socket };

/** A client that has sent its head and half of its file. */
async function beginUpload(baseUrl: string, number: number): Promise<Upload> {
  const { payload, headers } = fileForm(Buffer.alloc(200_000, `upload ${number} `));
  const socket = connectTo(baseUrl);
  let text = '';
  const answer = new Promise<Awaited<Upload['answer']>>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('close', () => reject(new Error(`closed after "${text}"`)));
    socket.on('data', (chunk) => {
      text += chunk;
      const [, status] = /^HTTP\/1\.1 ([2-5]\d\d)/m.exec(text) ?? [];
      const [, id] = /"id":"(cert_\w+)"/.exec(text) ?? [];
      if (status !== undefined && (id !== undefined || status !== '201'))
        resolve({ status: Number(status), id });
    });
  });
  answer.catch(() => {});
  const length = String(payload.length);
  socket.write(
    postHead({ key: place.key, headers: { ...headers, 'content-length': length, expect: '100-continue' } }),
  );
  await expect.poll(() => text, { interval: 10 }).toContain('100 Continue');
  socket.write(payload.subarray(0, 100_000));
  return { socket, answer, finish: () => void socket.write(payload.subarray(100_000)) };
}

function connectTo(baseUrl: string): Socket {
  return connect({ host: '127.0.0.1', port: Number(new URL(baseUrl).port) });
}

async function isRefused(baseUrl: string): Promise<boolean> {
  const socket = connectTo(baseUrl);
  try {
    await once(socket, 'connect');
    return false;
  } catch {
    return true;
  } finally {
    socket.destroy();
  }
}

describe.for([
  ['one process', '1'],
  ['a group of two', '2'],
] as const)('P05 SIGTERM to %s', ([, processes]) => {
  test('P05 accepts no new work, and answers every upload in progress without a reset', {
    timeout: CHAOS_TIMEOUT_MS,
  }, async () => {
    place = await openStormPlace('PostgreSQL, folder');
    child = spawnSello('serve', { ...place.env, SELLO_PROCESSES: processes });
    const baseUrl = `http://127.0.0.1:${await child.started}`;
    const uploads = await Promise.all(
      Array.from({ length: FIGURES.uploadsInFlight }, (_, number) => beginUpload(baseUrl, number)),
    );
    const idle = await openConnection(baseUrl);
    const stuck: Upload[] = [];
    if (FIGURES.waitsForStuckClient) stuck.push(await beginUpload(baseUrl, -1));

    const began = performance.now();
    const gone = child.kill('SIGTERM');
    await expect.poll(() => isRefused(baseUrl)).toBe(true);
    for (const { finish } of uploads) finish();
    const answers = await Promise.all(uploads.map(({ answer }) => answer));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(performance.now() - began).toBeLessThan(ANSWERED_WITHIN_MS);
    expect(new Set(answers.map(({ id }) => id)).size).toBe(uploads.length);

    await gone;
    expect(child.exitCode).toBe(0);
    // Idle keep-alive clients do not delay the stop.
    if (stuck.length === 0) expect(performance.now() - began).toBeLessThan(ENDED_WITHIN_MS);
    // A client that never finishes is cut off at the deadline.
    expect(performance.now() - began).toBeLessThan(ANSWERED_WITHIN_MS + 8_000);
    await expect.poll(() => idle.isOpen || stuck.some(({ socket }) => !socket.destroyed)).toBe(false);
    expect(await findHalves(place)).toEqual(NO_HALVES);
    for (const { socket } of uploads) socket.destroy();
  });
});

test(`P05 starts within 5 s with ${FIGURES.certificatesAtStart} certificates`, {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  place = await openStormPlace('PostgreSQL, folder');
  const startMs = async () => {
    const began = performance.now();
    child = spawnSello('serve', place.env);
    await child.started;
    const tookMs = performance.now() - began;
    await child.kill('SIGTERM');
    return tookMs;
  };
  const emptyMs = await startMs();
  await fillAccount(place, FIGURES.certificatesAtStart);
  const [row] = await place.query('select count(*) as seeded from certificates', [], 'seeded');
  expect(row?.seeded).toBe(FIGURES.certificatesAtStart);
  // If the machine is too busy to start even an empty server in time, certificates must at least not make the start
  // much longer.
  expect(await startMs()).toBeLessThan(Math.max(5_000, emptyMs * 1.5));
});
