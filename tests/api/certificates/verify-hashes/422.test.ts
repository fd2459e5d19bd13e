import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let key: string;
beforeAll(async () => {
  sello = await shareSello();
  key = (await sello.newAccount()).key;
});
afterAll(() => sello.close());

const HASH = 'a'.repeat(64);
const ask = (payload: object | string, headers = {}) =>
  sello.call('POST', `${API}/verify`, { key, payload, headers });

test('every hash that is none is named by its place', async () => {
  const message = expectRefusal(await ask({ hashes: [HASH, 'x', HASH, HASH.slice(1)] }), 422, 'invalid_hash');
  expect(message).toContain('`hashes[1]`, `hashes[3]`');
  const many = await ask({ hashes: Array.from({ length: 30 }, () => '') });
  expect(expectRefusal(many, 422, 'invalid_hash')).toContain('`hashes[19]` and 10 more');
});

test.for([
  [{}, '`hashes` is required'],
  [{ hashes: [] }, '`hashes` must have an entry'],
  [{ hashes: HASH }, '`hashes`'],
  [{ hashes: [5] }, '`hashes[0]`'],
  [{ hashes: Array.from({ length: 1_001 }, () => HASH) }, '`hashes` must have at most 1000 entries'],
] as const)('%j', async ([body, named]) => {
  expect(expectRefusal(await ask(body), 422, 'validation_failed')).toContain(named);
});

test('other bodies, no key, a key without the scope', async () => {
  const json = { 'content-type': 'application/json' };
  expectRefusal(await ask('{', json), 400, 'malformed_json');
  expectRefusal(await ask('hashes', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
  expectRefusal(await ask(`"${' '.repeat(300_000)}"`, json), 413, 'file_too_large');
  expectRefusal(await sello.call('POST', `${API}/verify`, { payload: {} }), 401, 'unauthorized');
  const other = await sello.newAccount({ key: { scopes: ['certificates:read'] } });
  const answer = await sello.call('POST', `${API}/verify`, { key: other.key, payload: { hashes: [HASH] } });
  expect(expectRefusal(answer, 403, 'insufficient_scope')).toContain('verify:read');
});
