/** Uploaded bytes on an origin of their own, where the operator names one. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { routesOf } from '../harness/routes-of.ts';
import { API, openTestSello, type TestSello } from '../harness/test-sello.ts';

let sello: TestSello;
let address: URL;
beforeAll(async () => {
  sello = await openTestSello({
    SELLO_BASE_URL: 'https://sello.example',
    SELLO_FILES_URL: 'https://files.example',
  });
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, 'mine');
  const { body } = await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, { key });
  address = new URL(body.proof.url);
});
afterAll(() => sello?.close());

const get = (url: string, host: string) => sello.app.inject({ method: 'GET', url, headers: { host } });

test('P48 files answer on their own host, and on no other', async () => {
  expect(address.origin).toBe('https://files.example');
  const path = address.pathname + address.search;
  for (const host of ['files.example', 'FILES.example', 'files.example:443'])
    expect((await get(path, host)).body).toBe('mine');
  for (const host of ['sello.example', 'localhost:3000', '127.0.0.1'])
    expect((await get(path, host)).statusCode).toBe(404);
});

test('P48 that host serves nothing else', async () => {
  // Those of the dashboard declare every answer of theirs; this one is no answer of a route.
  const routes = routesOf(sello.app).filter(
    ({ method, url }) => method === 'GET' && !url.startsWith('/api/dashboard/'),
  );
  expect(routes.length).toBeGreaterThan(15);
  for (const { url } of routes) {
    if (url.startsWith('/files/')) continue;
    expect([url, (await get(url, 'files.example')).statusCode]).toEqual([url, 404]);
  }
  expect((await get('/nothing', 'files.example')).headers['content-type']).toMatch(/^application\/json/);
});

test.for([
  ['https://sello.example', 'different hosts'],
  ['https://files.example/below', 'must be an origin'],
])('%s is refused', async ([url, says]) => {
  await expect(
    openTestSello({ SELLO_BASE_URL: 'https://sello.example', SELLO_FILES_URL: url }),
  ).rejects.toThrow(says);
});

test('P48 only a host gets into the policy of a page', async () => {
  for (const host of ['evil;script-src *', "x' 'unsafe-inline", 'a b', '*']) {
    const { headers } = await sello.app.inject({ method: 'GET', url: '/dashboard', headers: { host } });
    const policy = String(headers['content-security-policy'] ?? '');
    expect(policy === '' || policy.includes('script-src https://sello.example/assets/;')).toBe(true);
  }
});
