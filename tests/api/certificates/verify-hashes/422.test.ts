import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'ask',
  ({ sello, key }) =>
    (payload: object | string, headers = {}) =>
      sello.call('POST', `${API}/verify`, { key, payload, headers }),
);

const HASH = 'a'.repeat(64);

test('every invalid hash is named by its position', async ({ ask }) => {
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
] as const)('%j', async ([body, named], { ask }) => {
  expect(expectRefusal(await ask(body), 422, 'validation_failed')).toContain(named);
});

test('other bodies, a missing key and a key without the scope are refused', async ({ sello, ask }) => {
  const json = { 'content-type': 'application/json' };
  expectRefusal(await ask('{', json), 400, 'malformed_json');
  expectRefusal(await ask('hashes', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
  expectRefusal(await ask(`"${' '.repeat(300_000)}"`, json), 413, 'file_too_large');
  expectRefusal(await sello.call('POST', `${API}/verify`, { payload: {} }), 401, 'unauthorized');
  const other = await sello.newAccount({ key: { scopes: ['certificates:read'] } });
  const answer = await sello.call('POST', `${API}/verify`, { key: other.key, payload: { hashes: [HASH] } });
  expect(expectRefusal(answer, 403, 'insufficient_scope')).toContain('verify:read');
});
