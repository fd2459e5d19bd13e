import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Behaviour, type FaultyRpc, openFaultyRpc } from '../../../../tests/harness/faulty-rpc.ts';
import type { ChainFailure } from '../chain-failure.ts';
import { RpcRefusal } from '../embedded-chain/refusal.ts';
import { type ChainRpc, openChainRpc } from './rpc.ts';

let node: FaultyRpc;
let rpc: ChainRpc;
/**
 * A client with a short time limit, for answers that never end. On a busy machine, an honest answer may take longer.
 */
let impatient: ChainRpc;
beforeAll(async () => {
  node = await openFaultyRpc({
    async request(method, params) {
      if (method === 'refuse') throw new RpcRefusal(-32000, `no\n${'x'.repeat(5_000)}`);
      return { method, params };
    },
  });
  rpc = openChainRpc({ url: node.url, timeoutMs: 60_000 });
  impatient = openChainRpc({ url: node.url, timeoutMs: 300 });
});
beforeEach(() => node.tellTruth());
afterAll(async () => {
  await rpc.close();
  await impatient.close();
  await node.close();
});

test('an answer is the result, whatever it is', async () => {
  expect(await rpc.request('ask', [1, 'two'])).toEqual({ method: 'ask', params: [1, 'two'] });
  node.rewrite('ask', () => null);
  expect(await rpc.request('ask', [])).toBeNull();
});

test('a refusal keeps its code and one line of its message', async () => {
  const failure = await failureOf(rpc.request('refuse', []));
  expect(failure).toMatchObject({ code: 'rpc_error', rpcCode: -32000 });
  expect(failure.message).toMatch(/^the node refused refuse: no x{190,200}$/);
});

test.each<[Behaviour, string]>([
  ['silence', 'timeout'],
  ['one byte at a time', 'timeout'],
  ['html', 'garbage'],
  ['broken json', 'garbage'],
  ['a list', 'garbage'],
  ['another id', 'garbage'],
  ['no result', 'garbage'],
  ['nothing', 'garbage'],
  ['no http', 'garbage'],
  ['html with an error status', 'unreachable'],
  ['cut mid-body', 'unreachable'],
  ['reset before the answer', 'unreachable'],
  ['too many requests', 'rpc_error'],
  ['an error without words', 'rpc_error'],
])('%s is %s, and tells nothing of the address', async (behaviour, code) => {
  node.behave(behaviour);
  const failure = await failureOf((code === 'timeout' ? impatient : rpc).request('ask', []));
  expect(failure).toMatchObject({ name: 'ChainFailure', code });
  expect(failure.message).not.toContain('secret-key');
});

test('an endless answer is given up', async () => {
  const patient = openChainRpc({ url: node.url, timeoutMs: 20_000 });
  node.behave('without end');
  expect(await failureOf(patient.request('ask', []))).toMatchObject({ code: 'garbage' });
  await patient.close();
});

test('a node that is down is unreachable, and is asked again when it is back', async () => {
  await node.refuse();
  expect(await failureOf(rpc.request('ask', []))).toMatchObject({ code: 'unreachable' });
  await node.listen();
  expect(await rpc.request('ask', [])).toBeDefined();
});

test('a connection that was closed while idle costs a retry, not a failure', async () => {
  await rpc.request('ask', []);
  node.behave('reset of every reused connection');
  const before = node.calls;
  expect(await rpc.request('ask', [])).toBeDefined();
  expect(node.calls - before).toBe(2);
});

test('credentials in the address are sent as such, and the path as it is', async () => {
  let seen: unknown;
  const server = createServer((request, response) => {
    seen = [request.url, request.headers.authorization];
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: true }));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const authorised = openChainRpc({ url: `http://user:p%40ss@127.0.0.1:${port}/v3/x?y=1`, timeoutMs: 5_000 });
  await authorised.request('ask', []);
  expect(seen).toEqual(['/v3/x?y=1', `Basic ${Buffer.from('user:p@ss').toString('base64')}`]);
  await authorised.close();
  server.close();
});

function failureOf(request: Promise<unknown>): Promise<ChainFailure> {
  return request.then(
    () => Promise.reject(new Error('The request succeeded')),
    (error: ChainFailure) => error,
  );
}
