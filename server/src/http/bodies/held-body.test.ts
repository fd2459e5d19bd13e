import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { makeShared, type Shared } from '../../kernel/shares/shared.ts';
import { giveBodyBack, makeHeldBytesOfOne, readWholeBody, UNCOUNTED_BYTES } from './held-body.ts';

const KIB = 1_024;
const what = { en: 'bytes', es: 'los bytes' };
const budgetOf = (bytes: number) => makeShared({ budget: bytes, retryAfterSeconds: 1, what });

function request(
  heldBytes: Shared,
  holder: string | undefined,
  body: Iterable<Buffer> | AsyncIterable<Buffer>,
  declared?: number,
): FastifyRequest {
  return {
    server: { heldBytes },
    ip: '203.0.113.7',
    bodyHolder: holder,
    headers: declared === undefined ? {} : { 'content-length': String(declared) },
    raw: Readable.from(body, { objectMode: false }),
  } as unknown as FastifyRequest;
}

const read = (of: FastifyRequest) => readWholeBody(of, { maxBytes: 1_000 * KIB });
const body = (kib: number) => Array.from({ length: kib / 10 }, () => Buffer.alloc(10 * KIB, 'x'));

test('P105 a body counts towards the limit while it is held, and one holder cannot use up what others need', async () => {
  const bytes = budgetOf(1_000 * KIB);
  const first = request(bytes, 'greedy', body(450));
  expect(await read(first)).toHaveLength(450 * KIB);
  await expect(read(request(bytes, 'greedy', body(450)))).rejects.toMatchObject({
    code: 'rate_limit_exceeded',
  });
  expect(await read(request(bytes, 'other', body(450)))).toHaveLength(450 * KIB);
  await expect(read(request(bytes, 'third', body(450)))).rejects.toMatchObject({ code: 'overloaded' });
  giveBodyBack(first);
  giveBodyBack(first);
  expect(await read(request(bytes, 'third', body(450)))).toHaveLength(450 * KIB);
});

test('P105 a too long Content-Length is refused before a byte is read, and nothing is reserved for it', async () => {
  const bytes = budgetOf(200 * KIB);
  let pulled = 0;
  async function* counted() {
    pulled += 1;
    yield Buffer.alloc(KIB);
  }
  const refused = request(bytes, 'a', counted(), 300 * KIB);
  await expect(read(refused)).rejects.toMatchObject({ code: 'overloaded' });
  expect(pulled).toBe(0);
  // This caller announces nearly all of the budget, and sends nothing.
  const silent = request(bytes, 'b', (async function* () {})(), 190 * KIB);
  expect(await read(silent)).toHaveLength(0);
  expect(await read(request(bytes, 'c', body(190)))).toHaveLength(190 * KIB);
});

test('P105 a body that breaks off or is refused releases its share', async () => {
  const bytes = budgetOf(300 * KIB);
  async function* broken() {
    yield* body(250);
    throw new Error('the socket was closed');
  }
  const one = request(bytes, 'a', broken());
  await expect(read(one)).rejects.toThrow('the socket was closed');
  giveBodyBack(one);
  const tooLong = request(bytes, 'a', body(250));
  await expect(readWholeBody(tooLong, { maxBytes: 240 * KIB })).rejects.toMatchObject({
    code: 'file_too_large',
  });
  giveBodyBack(tooLong);
  expect(bytes.tryTake('b', 300 * KIB)).toBeTypeOf('function');
});

test('P105 one of many people who share a limit cannot use it up alone', async () => {
  const bytes = budgetOf(1_000 * KIB);
  const heldBytesOfOne = makeHeldBytesOfOne(200 * KIB);
  const of = (person: string) =>
    Object.assign(request(bytes, 'members', body(150)), {
      server: { heldBytes: bytes, heldBytesOfOne },
      bodyPerson: person,
    });
  const first = of('greedy');
  await read(first);
  await expect(read(of('greedy'))).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
  await read(of('other'));
  giveBodyBack(first);
  await read(of('greedy'));
});

test('P105 strangers of one /48 share one limit, whichever of its networks they send from', async () => {
  const bytes = budgetOf(400 * KIB);
  const from = (ip: string) => Object.assign(request(bytes, undefined, body(200)), { ip });
  await read(from('2001:db8:1:1::1'));
  await expect(read(from('2001:db8:1:2::1'))).rejects.toMatchObject({ code: 'rate_limit_exceeded' });
});

test('a small body does not count, and strangers in one network share one limit', async () => {
  const bytes = budgetOf(200 * KIB);
  bytes.tryTake('everybody', 200 * KIB);
  const small = request(bytes, 'a', [Buffer.alloc(UNCOUNTED_BYTES)], UNCOUNTED_BYTES);
  expect(await read(small)).toHaveLength(UNCOUNTED_BYTES);
  const strangers = budgetOf(400 * KIB);
  await read(request(strangers, undefined, body(200)));
  await expect(read(request(strangers, undefined, body(200)))).rejects.toMatchObject({
    code: 'rate_limit_exceeded',
  });
});
