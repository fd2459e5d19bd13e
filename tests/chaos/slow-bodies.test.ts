import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChildSello, startChildSello } from '../harness/child-sello.ts';
import { workHonestly } from '../harness/honest-caller.ts';
import { postHead } from '../harness/raw-http.ts';
import { openStormPlace, type StormPlace } from '../harness/storm-place.ts';
import { CHAOS_TIMEOUT_MS, FIGURES } from './figures.ts';

const MAX_RATIO = 5;
/** The promise is 15 s; other tests on the same machine may make it longer. */
const CLOSED_WITHIN_MS = 15_000 + 5_000;
const SMALL_ROUTES = [
  '/api/dashboard/login',
  '/api/dashboard/signup',
  '/api/dashboard/forgot-password',
  '/tsa',
  '/healthz',
];

let place: StormPlace;
let child: ChildSello;
let slow: Socket[] = [];
let timer: NodeJS.Timeout | undefined;
beforeAll(async () => {
  place = await openStormPlace('PostgreSQL, folder');
  child = await startChildSello(place.env);
});
afterAll(async () => {
  clearInterval(timer);
  for (const socket of slow) socket.destroy();
  await child?.kill('SIGTERM');
  await place?.close();
});

/** Opens a request that announces the length of its body and sends a byte of it now and then. */
async function openSlow(number: number): Promise<Socket> {
  const { port } = new URL(child.baseUrl);
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: '127.0.0.2' });
  socket.on('error', () => {}).resume();
  await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
  const headers = { 'content-type': 'application/json', 'content-length': '10000' };
  socket.write(postHead({ path: SMALL_ROUTES[number % SMALL_ROUTES.length] ?? '/', headers }));
  return socket;
}

test(`P49 ${FIGURES.slowBodies} bodies of a byte a second are closed in seconds, and honest callers notice little`, {
  timeout: CHAOS_TIMEOUT_MS,
}, async () => {
  await workHonestly(child.baseUrl, place.key, FIGURES.honestCalls);
  const before = await workHonestly(child.baseUrl, place.key, FIGURES.flood.honestCalls);
  slow = await Promise.all(Array.from({ length: FIGURES.slowBodies }, (_, number) => openSlow(number)));
  timer = setInterval(() => {
    for (const socket of slow) if (socket.writable) socket.write('s');
  }, 1_000);
  const allClosed = expect
    .poll(() => slow.filter(({ closed }) => !closed).length, { timeout: CLOSED_WITHIN_MS, interval: 250 })
    .toBe(0);
  const during = await workHonestly(child.baseUrl, place.key, FIGURES.flood.honestCalls);
  await allClosed;
  expect([...during.statuses].sort()).toEqual([200, 201]);
  // Other work on the machine varies, so the flood is compared with the slower of the two measurements without it.
  const after = await workHonestly(child.baseUrl, place.key, FIGURES.flood.honestCalls);
  expect(during.p99 / Math.max(before.p99, after.p99)).toBeLessThanOrEqual(MAX_RATIO);
});
