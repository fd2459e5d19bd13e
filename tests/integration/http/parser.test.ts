/** Refusals of the HTTP parser and the router before any route is reached, over a real socket. */

import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { cpuMs } from '../../harness/cpu-ms.ts';
import { forFile } from '../../harness/for-file.ts';
import { openConnection, type RawAnswer } from '../../harness/raw-http.ts';
import { openTestSello } from '../../harness/test-sello.ts';

let baseUrl: string;
const sello = forFile(openTestSello);
beforeAll(async () => {
  baseUrl = await sello.listen();
});

const HOST = 'Host: sello.test\r\n';
const get = (head = HOST, path = '/healthz') => `GET ${path} HTTP/1.1\r\n${head}\r\n`;
const post = (head: string, body = '') =>
  `POST /api/dashboard/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\n${head}\r\n${body}`;

/** Sends everything on its own connection; returns whether it was closed after the answer. */
async function send(...pieces: string[]): Promise<RawAnswer & { isClosed: boolean }> {
  const connection = await openConnection(baseUrl);
  const answer = connection.answer();
  for (const piece of pieces) await connection.send(piece);
  const received = await answer;
  const isClosed = await connection.answer().then(
    () => false,
    () => true,
  );
  connection.close();
  return { ...received, isClosed };
}

function expectError(answer: RawAnswer, status: number, error: string): void {
  expect(answer.body).toEqual({ error, message: expect.any(String) });
  expect(answer.status).toBe(status);
  expect(answer.headers['x-request-id']).toMatch(/^req_/);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.text).not.toMatch(/HPE_|llhttp|node|fastify/i);
}

describe('P31 oversized requests', () => {
  test.for([
    ['one huge header', [get(`${HOST}X-A: ${'a'.repeat(40_000)}\r\n`)]],
    [
      'a huge header in pieces',
      [`GET /healthz HTTP/1.1\r\n${HOST}X-A: `, 'a'.repeat(20_000), 'a'.repeat(20_000)],
    ],
    ['thousands of headers', [get(HOST + Array.from({ length: 4_000 }, (_, i) => `x-${i}: b\r\n`).join(''))]],
    ['a huge key', [get(`${HOST}Authorization: Bearer ${'a'.repeat(40_000)}\r\n`)]],
    ['a huge cookie', [get(`${HOST}Cookie: session=${'a'.repeat(40_000)}\r\n`)]],
  ] as const)('431: %s', async ([, pieces]) => {
    const answer = await send(...pieces);
    expectError(answer, 431, 'headers_too_large');
    expect(answer.isClosed).toBe(true);
  });

  test.for([8_200, 31_000, 40_000])('414: an address of %i bytes', async (length) => {
    const connection = await openConnection(baseUrl);
    const answer = connection.answer();
    await connection.send(get(HOST, `/healthz?${'a'.repeat(length - 9)}`));
    expectError(await answer, 414, 'uri_too_long');
    connection.close();
  });

  test('an address of 8 KB is accepted', async () => {
    const connection = await openConnection(baseUrl);
    await connection.send(get(HOST, `/healthz?${'a'.repeat(8_192 - 9)}`));
    expect((await connection.answer()).status).toBe(200);
    connection.close();
  });
});

describe('P31 ambiguous requests', () => {
  const CHUNKED = 'Transfer-Encoding: chunked\r\n';
  const shapes = {
    'Content-Length and Transfer-Encoding': post(`Content-Length: 5\r\n${CHUNKED}`, '0\r\n\r\n'),
    'Transfer-Encoding and Content-Length': post(`${CHUNKED}Content-Length: 5\r\n`, '0\r\n\r\n'),
    'two different Content-Lengths': post('Content-Length: 5\r\nContent-Length: 6\r\n', 'abcdef'),
    'twice the same Content-Length': post('Content-Length: 5\r\nContent-Length: 5\r\n', 'abcde'),
    'a list of Content-Lengths': post('Content-Length: 5, 5\r\n', 'abcde'),
    'a Content-Length with a sign': post('Content-Length: +5\r\n', 'abcde'),
    'a negative Content-Length': post('Content-Length: -1\r\n'),
    'a hexadecimal Content-Length': post('Content-Length: 0x5\r\n', 'abcde'),
    'an endless Content-Length': post(`Content-Length: ${'9'.repeat(30)}\r\n`),
    'an empty Content-Length': post('Content-Length:\r\n'),
    'chunked, then something else': post('Transfer-Encoding: chunked, identity\r\n', '0\r\n\r\n'),
    'a coding that is not chunked': post('Transfer-Encoding: xchunked\r\n', '0\r\n\r\n'),
    'two Transfer-Encodings': post(`${CHUNKED}Transfer-Encoding: identity\r\n`, '0\r\n\r\n'),
    'gzip, then chunked': post('Transfer-Encoding: gzip, chunked\r\n', '0\r\n\r\n'),
    'gzip and chunked in two headers': post(`Transfer-Encoding: gzip\r\n${CHUNKED}`, '0\r\n\r\n'),
    'chunked twice': post('Transfer-Encoding: chunked, chunked\r\n', '0\r\n\r\n'),
    'chunked with a parameter': post('Transfer-Encoding: chunked;q=1\r\n', '0\r\n\r\n'),
    'identity, then chunked': post('Transfer-Encoding: identity, chunked\r\n', '0\r\n\r\n'),
    'chunks in HTTP/1.0': post(CHUNKED, '0\r\n\r\n').replace('HTTP/1.1', 'HTTP/1.0'),
    'chunks in HTTP/1.0 on a connection that is to be kept': post(
      `Connection: keep-alive\r\n${CHUNKED}`,
      '0\r\n\r\n',
    ).replace('HTTP/1.1', 'HTTP/1.0'),
    'chunks of a GET in HTTP/1.0': get(`${HOST}Connection: keep-alive\r\n${CHUNKED}`).replace(
      'HTTP/1.1',
      'HTTP/1.0',
    ),
    'a chunk size that is no number': post(CHUNKED, 'zz\r\nab\r\n0\r\n\r\n'),
    'a negative chunk size': post(CHUNKED, '-1\r\nab\r\n0\r\n\r\n'),
    'a chunk size beyond 64 bits': post(CHUNKED, 'fffffffffffffffff\r\nab\r\n'),
    'a chunk size with 0x': post(CHUNKED, '0x2\r\nab\r\n0\r\n\r\n'),
    'a chunk longer than its size': post(CHUNKED, '1\r\nabc\r\n0\r\n\r\n'),
    'a chunk line that ends in LF alone': post(CHUNKED, '2\nab\r\n0\r\n\r\n'),
    'a folded header': get(`${HOST}X-A: a\r\n b\r\n`),
    'a folded Transfer-Encoding': post('Transfer-Encoding:\r\n chunked\r\n', '0\r\n\r\n'),
    'a space before the colon': get(`${HOST}X-A : a\r\n`),
    'a space before the colon of Content-Length': post('Content-Length : 5\r\n', 'abcde'),
    'a header without a name': get(`${HOST}: a\r\n`),
    'a header without a colon': get(`${HOST}nonsense\r\n`),
    'a space before the first header': get(` ${HOST}`),
    'lines that end in LF alone': 'GET /healthz HTTP/1.1\nHost: sello.test\n\n',
    'a CR inside a value': get(`${HOST}X-A: a\rX-B: b\r\n`),
    'a NUL inside a value': get(`${HOST}X-A: a\0b\r\n`),
    'a NUL inside the address': get(HOST, '/healthz\0'),
    'a space inside the address': get(HOST, '/healthz x'),
    'an unknown method': 'GETT /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    'a method in lower case': 'get /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    'an unknown version': 'GET /healthz HTTP/1.2\r\nHost: x\r\n\r\n',
    'HTTP/0.9': 'GET /healthz\r\n\r\n',
    'HTTP/2': 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    TLS: '\x16\x03\x01\x00\xa5\x01\x00\x00\xa1',
  };

  test.for(Object.entries(shapes))('400: %s', async ([, request]) => {
    const answer = await send(request);
    expectError(answer, 400, 'bad_request');
    expect(answer.isClosed).toBe(true);
  });

  test('bytes after a broken request on the same connection are never read as another request', async () => {
    const before = sello.logLines.length;
    await send(`${shapes['Content-Length and Transfer-Encoding']}${get(HOST, '/healthz?smuggled')}`);
    const served = sello.logLines.slice(before).filter((line) => line.includes('"event":"request"'));
    expect(served).toEqual([]);
  });

  test('nor behind chunks that a proxy may have read in another way', async () => {
    for (const shape of [
      'gzip, then chunked',
      'chunks in HTTP/1.0 on a connection that is to be kept',
    ] as const) {
      const before = sello.logLines.length;
      const answer = await send(`${shapes[shape]}${get(HOST, '/healthz?smuggled')}`);
      expect(answer.isClosed).toBe(true);
      const served = sello.logLines.slice(before).filter((line) => line.includes('"status":200'));
      expect(served).toEqual([]);
    }
  });
});

describe('P31 the Host header', () => {
  test('400: no Host header, or two of them', async () => {
    for (const head of ['', 'Host: a\r\nHost: b\r\n', 'Host: a\r\nhost: a\r\n']) {
      const connection = await openConnection(baseUrl);
      await connection.send(get(head));
      expectError(await connection.answer(), 400, 'bad_request');
      connection.close();
    }
  });

  test('HTTP/1.0 does not need it', async () => {
    expect((await send('GET /healthz HTTP/1.0\r\n\r\n')).status).toBe(200);
  });
});

describe('P31 a keep-alive connection', () => {
  test('a broken request after a good one is refused too', async () => {
    const connection = await openConnection(baseUrl);
    await connection.send(get());
    expect((await connection.answer()).status).toBe(200);
    await connection.send(get(`${HOST}X-A : a\r\n`));
    expectError(await connection.answer(), 400, 'bad_request');
    await expect(connection.answer()).rejects.toThrow();
  });

  test('the refusal of a pipelined broken request is never taken for the answer to the request before it', async () => {
    const connection = await openConnection(baseUrl);
    const login = JSON.stringify({ email: 'a@example.com', password: 'slow to check' });
    await connection.send(post(`Content-Length: ${login.length}\r\n`, login) + get(`${HOST}X-A : a\r\n`));
    await expect(connection.answer()).rejects.toThrow('ended after ""');
  });

  test('an unknown Expect header is ignored', async () => {
    const connection = await openConnection(baseUrl);
    await connection.send(get(`${HOST}Expect: the-unexpected\r\n`));
    expect((await connection.answer()).status).toBe(200);
    connection.close();
  });

  test('an Upgrade header is ignored', async () => {
    const connection = await openConnection(baseUrl);
    await connection.send(get(`${HOST}Connection: Upgrade\r\nUpgrade: websocket\r\n`));
    expect((await connection.answer()).status).toBe(200);
    connection.close();
  });

  test('a refused client that does not disconnect is cut off', async () => {
    const { hostname, port } = new URL(baseUrl);
    const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
    socket.resume().write('nonsense\r\n\r\n');
    await once(socket, 'end');
    const connections = () =>
      new Promise<number>((resolve) => sello.app.server.getConnections((_, count) => resolve(count)));
    await expect.poll(connections, { interval: 250 }).toBe(0);
    socket.destroy();
  });
});

describe('P31 deep JSON', () => {
  const DEPTH = 100_000;
  test.for([
    ['arrays', '['.repeat(DEPTH) + ']'.repeat(DEPTH)],
    ['arrays in a field', `{"email":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)},"password":"x"}`],
    ['objects', `${'{"a":'.repeat(DEPTH / 3)}1${'}'.repeat(DEPTH / 3)}`],
    ['arrays without an end', '['.repeat(2 * DEPTH)],
    ['poison', `${'{"__proto__":'.repeat(DEPTH / 8)}1${'}'.repeat(DEPTH / 8)}`],
  ] as const)('%s are refused at once', async ([, payload]) => {
    const started = cpuMs();
    const answer = await sello.call('POST', '/api/dashboard/login', {
      payload,
      headers: { 'content-type': 'application/json' },
    });
    expect([400, 422]).toContain(answer.status);
    expect(Object.keys(answer.body)).toEqual(['error', 'message']);
    expect(cpuMs() - started).toBeLessThan(5_000);
  });
});
