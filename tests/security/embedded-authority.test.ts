import { once } from 'node:events';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { readConfig } from '../../server/src/settings.ts';
import { forFile } from '../harness/for-file.ts';
import { openConnection, postHead } from '../harness/raw-http.ts';
import { openTestSello } from '../harness/test-sello.ts';

const QUERY = { 'content-type': 'application/timestamp-query' };

let baseUrl: string;
const sello = forFile(openTestSello);
beforeAll(async () => {
  baseUrl = await sello.listen();
});
afterEach(() => void vi.useRealTimers());

test.for([
  ['127.0.0.1', undefined, true],
  ['127.9.9.9', undefined, true],
  ['localhost', undefined, true],
  ['::1', undefined, true],
  ['0.0.0.0', undefined, false],
  ['::', undefined, false],
  ['127.evil.example', undefined, false],
  ['192.168.1.5', undefined, false],
  ['0.0.0.0', 'on', true],
  ['127.0.0.1', 'off', false],
] as const)('on %s, SELLO_TSA_PUBLIC=%s: strangers get stamps: %s', ([host, given, isPublic]) => {
  const config = readConfig({ SELLO_HOST: host, ...(given && { SELLO_TSA_PUBLIC: given }) });
  expect(config.tsaPublic).toBe(isPublic);
});

test('unless the operator enables it, /tsa does not exist, and certifying works', async () => {
  const closed = await sello.another({ SELLO_HOST: '0.0.0.0' });
  const { status, body } = await closed.call('POST', '/tsa', { payload: 'x', headers: QUERY });
  expect([status, body.error]).toEqual([404, 'not_found']);
  await closed.certify((await closed.newAccount()).key);
});

test('a body that does not end is answered, and closed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const connection = await openConnection(baseUrl);
  const answer = connection.answer();
  await connection.send(postHead({ path: '/tsa', headers: { ...QUERY, 'transfer-encoding': 'chunked' } }));
  await connection.send(`8000\r\n${'x'.repeat(0x8000)}\r\n`);
  expect((await answer).status).toBe(413);
  await vi.advanceTimersByTimeAsync(5_000);
  await expect.poll(() => connection.isOpen).toBe(false);
});

test('a body whose announced length is too long is not waited for', async () => {
  const connection = await openConnection(baseUrl);
  const answer = connection.answer();
  await connection.send(postHead({ path: '/tsa', headers: { ...QUERY, 'content-length': '16385' } }));
  expect((await answer).status).toBe(413);
  connection.close();
});

test('a client that disconnects early causes one log line, without a stack', async () => {
  const before = sello.logLines.length;
  const connection = await openConnection(baseUrl);
  const arrived = once(sello.app.server, 'request');
  await connection.send(`${postHead({ path: '/tsa', headers: { ...QUERY, 'content-length': '100' } })}half`);
  await arrived;
  connection.close();
  const lines = () => sello.logLines.slice(before).filter((line) => line.includes('tsa.'));
  await expect.poll(() => lines().length).toBe(1);
  expect(JSON.parse(lines()[0] ?? '')).toMatchObject({ level: 'info', event: 'tsa.broken_request' });
  expect(lines()[0]).not.toMatch(/stack|\.ts:\d/);
});
