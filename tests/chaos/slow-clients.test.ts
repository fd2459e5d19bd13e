import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildSello, startChildSello } from '../harness/child-sello.ts';
import { BOUNDARY, fileForm } from '../harness/multipart.ts';
import { openConnection, postHead } from '../harness/raw-http.ts';
import { openStormPlace, type StormPlace } from '../harness/storm-place.ts';
import { API } from '../harness/test-sello.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

/** The time limit for one honest call on a busy machine. */
const HONEST_WITHIN_MS = 30_000;
/** Fifteen seconds for a head, five until the next check, and some for a busy machine. */
const HEAD_WITHIN_MS = 30_000;

let place: StormPlace;
let child: ChildSello;
let slow: SlowSocket[] = [];
beforeAll(async () => {
  place = await openStormPlace('PostgreSQL, folder');
  // In this test, the slow clients and the honest callers are in one network.
  child = await startChildSello({ ...place.env, SELLO_MAX_CONNECTIONS_PER_NETWORK: '0' });
  slow = await Promise.all(Array.from({ length: FIGURES.slowSockets }, (_, number) => openSlow(number)));
});
afterAll(async () => {
  for (const { socket, timer } of slow) {
    clearInterval(timer);
    socket.destroy();
  }
  await child?.kill('SIGTERM');
  await place?.close();
});

type SlowSocket = { kind: 'silent' | 'head' | 'body'; socket: Socket; timer: NodeJS.Timeout };

/**
 * A third of the clients send nothing, a third never finish their head, and a third, with a valid key, never finish
 * their file.
 */
async function openSlow(number: number): Promise<SlowSocket> {
  const kind = (['silent', 'head', 'body'] as const)[number % 3] ?? 'silent';
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(child.baseUrl).port) });
  socket.on('error', () => {}).resume();
  await once(socket, 'connect');
  if (kind === 'head') socket.write('GET /healthz HTTP/1.1\r\nHost: sello.test\r\nX-Slow: ');
  if (kind === 'body') {
    const type = `multipart/form-data; boundary=${BOUNDARY}`;
    socket.write(
      postHead({ key: place.key, headers: { 'content-type': type, 'content-length': '40000000' } }),
    );
    socket.write(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="slow"\r\n\r\n`);
  }
  const timer = setInterval(() => kind !== 'silent' && socket.writable && socket.write('s'), 1_000);
  return { kind, socket, timer };
}

const headers = () => ({ authorization: `Bearer ${place.key}` });

async function callHonestly(number: number): Promise<number> {
  const form = fileForm(`honest ${number} ${randomBytes(8).toString('hex')}`);
  const signal = AbortSignal.timeout(HONEST_WITHIN_MS);
  const isRead = number % 2 === 0;
  const answer = await fetch(`${child.baseUrl}${API}/certificates`, {
    signal,
    ...(isRead
      ? { headers: headers() }
      : { method: 'POST', body: form.payload, headers: { ...headers(), ...form.headers } }),
  });
  await answer.arrayBuffer();
  return answer.status;
}

test(`P30 ${FIGURES.slowSockets} slow sockets do not stop honest callers`, {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  const open = slow.filter(({ socket }) => !socket.destroyed).length;
  expect(open).toBeGreaterThan(FIGURES.slowSockets * 0.9);
  const statuses: number[] = [];
  for (let number = 0; number < FIGURES.honestCalls; number += 4) {
    const four = [0, 1, 2, 3].map((more) => callHonestly(number + more));
    statuses.push(...(await Promise.all(four)));
  }
  expect(statuses).toEqual(statuses.map((_, number) => (number % 2 === 0 ? 200 : 201)));
});

test('P30 an honest slow upload among them succeeds', { timeout: CHAOS_TIMEOUT_MS }, async () => {
  const { sizeBytes, seconds } = FIGURES.slowUpload;
  const form = fileForm(randomBytes(sizeBytes));
  const connection = await openConnection(child.baseUrl);
  const answer = connection.answer();
  const length = String(form.payload.length);
  await connection.send(postHead({ key: place.key, headers: { ...form.headers, 'content-length': length } }));
  const pieces = seconds * 10;
  const pieceBytes = Math.ceil(form.payload.length / pieces);
  for (let at = 0; at < form.payload.length; at += pieceBytes) {
    await connection.send(form.payload.subarray(at, at + pieceBytes));
    await sleep(100);
  }
  const { status, body } = await answer;
  expect([status, body.certificate?.file.size]).toEqual([201, sizeBytes]);
  connection.close();
});

// Takes the full head timeout, so it runs with the full figures only.
if (FIGURES.waitsForSlowSocketsToEnd) {
  test('P30 a client that does not finish its head is cut off', { timeout: CHAOS_TIMEOUT_MS }, async () => {
    const headless = slow.filter(({ kind }) => kind !== 'body');
    await expect
      .poll(() => headless.filter(({ socket }) => !socket.destroyed).length, { timeout: HEAD_WITHIN_MS })
      .toBe(0);
  });
}
