import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { forFile } from '../harness/for-file.ts';
import { fileForm } from '../harness/multipart.ts';
import { openConnection, postHead } from '../harness/raw-http.ts';
import { routesOf } from '../harness/routes-of.ts';
import { API, openTestSello } from '../harness/test-sello.ts';

const UPLOADS = [`${API}/certificates`, '/api/dashboard/certificates'];
const DEADLINE_MS = 10_000;
const MOST_CONNECTIONS = 40;

let baseUrl: string;
const sello = forFile(() => openTestSello({ SELLO_MAX_CONNECTIONS_PER_NETWORK: String(MOST_CONNECTIONS) }));
beforeAll(async () => {
  baseUrl = await sello.listen();
});
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

test('P49 a body that does not arrive within seconds is given up, at every route except uploads', async () => {
  const routes = routesOf(sello.app).filter(({ method, url }) => method === 'POST' && !UPLOADS.includes(url));
  expect(routes.length).toBeGreaterThan(15);
  for (const { url } of [...routes, { url: '/nowhere' }]) {
    const connection = await openConnection(baseUrl);
    const headers = { 'content-type': 'application/json', 'content-length': '1000' };
    const arrived = once(sello.app.server, 'request');
    await connection.send(`${postHead({ path: url.replace(':id', 'x'), headers })}{`);
    await arrived;
    const answer = connection.answer();
    await vi.advanceTimersByTimeAsync(DEADLINE_MS);
    const { status, body } = await answer;
    // Some requests are refused before their body is read; their connections are cut off as well.
    if (status === 408) expect(body).toMatchObject({ error: 'request_timeout' });
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.poll(() => connection.isOpen, { message: url }).toBe(false);
  }
});

test('P49 sending an unexpected body does not get around it', async () => {
  const connection = await openConnection(baseUrl);
  await connection.send('GET /healthz HTTP/1.1\r\nHost: sello.test\r\nContent-Length: 1000\r\n\r\n{');
  expect((await connection.answer()).status).toBe(200);
  await vi.advanceTimersByTimeAsync(DEADLINE_MS);
  await expect.poll(() => connection.isOpen).toBe(false);
});

test('P49 an upload may take longer, and what came in time is not touched', async () => {
  const { key } = await sello.newAccount();
  const form = fileForm('slow but honest');
  const connection = await openConnection(baseUrl);
  const length = String(form.payload.length);
  const arrived = once(sello.app.server, 'request');
  await connection.send(postHead({ key, headers: { ...form.headers, 'content-length': length } }));
  await connection.send(form.payload.subarray(0, 50));
  await arrived;
  await vi.advanceTimersByTimeAsync(3 * DEADLINE_MS);
  await connection.send(form.payload.subarray(50));
  expect((await connection.answer()).status).toBe(201);
  await connection.send('GET /healthz HTTP/1.1\r\nHost: sello.test\r\n\r\n');
  expect((await connection.answer()).status).toBe(200);
  connection.close();
});

test('P49 connections are limited per network, and other networks are not affected', async () => {
  const { port } = new URL(baseUrl);
  await expect.poll(() => connectionsOpen()).toBe(0);
  const open = (localAddress: string) => connect({ host: '127.0.0.1', port: Number(port), localAddress });
  const greedy = Array.from({ length: MOST_CONNECTIONS + 20 }, () => open('127.0.0.2').on('error', () => {}));
  await expect.poll(() => greedy.filter(({ closed }) => closed).length).toBe(20);
  const honest = open('127.0.0.3');
  honest.write('GET /healthz HTTP/1.1\r\nHost: sello.test\r\n\r\n');
  const [answer] = await once(honest, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1.1 200 /);
  // Once one connection is closed, another may be opened.
  greedy.find(({ closed }) => !closed)?.destroy();
  await expect.poll(() => connectionsOpen()).toBe(MOST_CONNECTIONS);
  const another = open('127.0.0.2');
  another.write('GET /healthz HTTP/1.1\r\nHost: sello.test\r\n\r\n');
  expect(String((await once(another, 'data'))[0])).toMatch(/^HTTP\/1.1 200 /);
  for (const socket of [...greedy, honest, another]) socket.destroy();
});

function connectionsOpen(): Promise<number> {
  return new Promise((resolve, reject) =>
    sello.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}
