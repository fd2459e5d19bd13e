import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '../../../../tests/harness/reorg-chain.ts';
import type { LoopbackServer } from './http-server.ts';
import { serveChain } from './http-server.ts';
import { RpcRefusal } from './refusal.ts';

let server: LoopbackServer;
beforeAll(async () => {
  const request = async (method: string, params: readonly unknown[]) => {
    if (method === 'refuse') throw new RpcRefusal(-32000, 'nonce too low');
    if (method === 'break') throw new Error('a fault of ours, with private details');
    return params[0] ?? method;
  };
  server = await serveChain({ request }, silentLogger);
});
afterAll(() => server.close());

test('one request has one answer with its id', async () => {
  expect(await post({ jsonrpc: '2.0', id: 7, method: 'ask', params: ['x'] })).toEqual({
    status: 200,
    body: { jsonrpc: '2.0', id: 7, result: 'x' },
  });
});

test('a refusal is answered with its code and message', async () => {
  const { body } = await post({ jsonrpc: '2.0', id: 'a', method: 'refuse', params: [] });
  expect(body).toEqual({ jsonrpc: '2.0', id: 'a', error: { code: -32000, message: 'nonce too low' } });
});

test('a batch is answered in order, without its notifications', async () => {
  const { body } = await post([
    { jsonrpc: '2.0', id: 1, method: 'one' },
    { jsonrpc: '2.0', method: 'silent' },
    { jsonrpc: '2.0', id: 2, method: 'refuse' },
    'nonsense',
  ]);
  expect(body).toMatchObject([
    { id: 1, result: 'one' },
    { id: 2, error: { code: -32000 } },
    { id: null, error: { code: -32600 } },
  ]);
});

test('a notification alone has an empty answer', async () => {
  expect(await post({ jsonrpc: '2.0', method: 'silent' })).toEqual({ status: 204, body: undefined });
});

test.each([
  ['{', -32700],
  ['[]', -32600],
  ['{"id":1,"method":"ask"}', -32600],
  ['{"jsonrpc":"2.0","id":{},"method":"ask"}', -32600],
  ['{"jsonrpc":"2.0","id":1,"method":"ask","params":{}}', -32600],
])('%s is no request', async (text, code) => {
  expect((await post(text)).body).toMatchObject({ error: { code } });
});

test('a web page cannot reach the chain: it cannot send this content type without a preflight', async () => {
  const answer = await fetch(server.url, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'text/plain' },
  });
  expect(answer.status).toBe(415);
  expect((await fetch(server.url)).status).toBe(415);
});

test('a request that is too long is not read, and an internal error is reported without details', async () => {
  expect((await post('x'.repeat(300_000))).status).toBe(413);
  expect(await post({ jsonrpc: '2.0', id: 1, method: 'break' })).toEqual({ status: 500, body: undefined });
});

async function post(message: unknown) {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(server.url, { method: 'POST', body, headers });
  const text = await answer.text();
  const isJson = text.startsWith('{') || text.startsWith('[');
  return { status: answer.status, body: isJson ? JSON.parse(text) : undefined };
}
