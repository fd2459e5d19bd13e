import { createHash } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { forFile } from '../../../harness/for-file.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API } from '../../../harness/test-sello.ts';

let id: string;
let before: unknown;
const sello = forFile(shareSello);
const caller = forFile(() => sello.newAccount({ certificates: 20 }));
beforeAll(async () => {
  id = (await sello.certify(caller.key, 'x', { metadata: JSON.stringify(full(49)) })).id;
  before = (await read()).body;
});

const read = () => sello.call('GET', `${API}/certificates/${id}`, { key: caller.key });
const full = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));

test.for<[string, unknown, string]>([
  ['nothing', {}, 'title'],
  ['only unknown fields', { status: 'certified', file: { sha256: 'x' } }, 'title'],
  ['a title of null', { title: null }, 'title'],
  ['a blank title', { title: '  ' }, 'title'],
  ['a title of 501 characters', { title: 'x'.repeat(501) }, 'title'],
  ['a title of two lines', { title: 'a\nb' }, 'title'],
  ['a description with NUL', { description: 'a\0' }, 'description'],
  ['an empty external_id', { external_id: '' }, 'external_id'],
  ['metadata as text', { metadata: '{}' }, 'metadata'],
  ['a number in metadata', { metadata: { a: 1 } }, 'metadata'],
  ['two keys over the fifty', { metadata: { a: '1', b: '2' } }, 'metadata'],
  ['a list as body', [1], 'body'],
])('a body with %s is refused by name, and nothing changes', async ([, payload, field]) => {
  const answer = await sello.call('PATCH', `${API}/certificates/${id}`, {
    key: caller.key,
    payload: JSON.stringify(payload),
    headers: { 'content-type': 'application/json' },
  });
  expect(expectRefusal(answer, 422, 'validation_failed')).toContain(field);
  expect((await read()).body).toEqual(before);
});

test('an empty body is refused, and so is a wrong Content-Digest', async () => {
  const empty = await sello.call('PATCH', `${API}/certificates/${id}`, { key: caller.key });
  expectRefusal(empty, 422, 'validation_failed');
  const payload = JSON.stringify({ title: 'Otro' });
  const patch = (digest: string) =>
    sello.call('PATCH', `${API}/certificates/${id}`, {
      key: caller.key,
      payload,
      headers: { 'content-type': 'application/json', 'content-digest': digest },
    });
  const digestOf = (text: string) => `sha-512=:${createHash('sha512').update(text).digest('base64')}:`;
  expectRefusal(await patch(digestOf('other')), 422, 'digest_mismatch');
  expectRefusal(await patch('md5=:AAAA:'), 422, 'validation_failed');
  expect((await read()).body).toEqual(before);
  expect((await patch(digestOf(payload))).status).toBe(200);
});
