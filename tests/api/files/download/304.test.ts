import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

let url: string;

test.beforeAll(async ({ sello }) => {
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, 'unchanged');
  url = (await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, { key })).body.proof.url;
});

test('a client with the current ETag gets 304', async ({ sello }) => {
  const { headers } = await sello.call('GET', url);
  const answer = await sello.call('GET', url, { headers: { 'if-none-match': String(headers.etag) } });
  expect([answer.status, answer.text]).toEqual([304, '']);
  expect(answer.headers.etag).toBe(headers.etag);
});

test('a client with another ETag gets the file', async ({ sello }) => {
  const answer = await sello.call('GET', url, { headers: { 'if-none-match': `"${'0'.repeat(64)}"` } });
  expect([answer.status, answer.text]).toEqual([200, 'unchanged']);
});

test('a matching ETag does not replace a valid signature', async ({ sello }) => {
  const { headers } = await sello.call('GET', url);
  const answer = await sello.call('GET', `${url}x`, { headers: { 'if-none-match': String(headers.etag) } });
  expect(answer.status).toBe(403);
});
