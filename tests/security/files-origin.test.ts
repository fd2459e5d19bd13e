/** Uploaded bytes on an origin of their own, where the operator names one. */

import { beforeAll, expect, test } from 'vitest';
import { forFile } from '../harness/for-file.ts';
import { openConnection } from '../harness/raw-http.ts';
import { routesOf } from '../harness/routes-of.ts';
import { API, openTestSello } from '../harness/test-sello.ts';

let address: URL;
const sello = forFile(() =>
  openTestSello({
    SELLO_BASE_URL: 'https://sello.example',
    SELLO_FILES_URL: 'https://files.example',
    // Every request here comes through a trusted proxy.
    SELLO_TRUSTED_PROXIES: '127.0.0.1',
  }),
);
beforeAll(async () => {
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, 'mine');
  const { body } = await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, { key });
  address = new URL(body.proof.url);
});

const get = (url: string, host: string) => sello.app.inject({ method: 'GET', url, headers: { host } });

test('P48 files answer on their own host, and on no other', async () => {
  expect(address.origin).toBe('https://files.example');
  const path = address.pathname + address.search;
  for (const host of ['files.example', 'FILES.example', 'files.example:443'])
    expect((await get(path, host)).body).toBe('mine');
  for (const host of ['sello.example', 'localhost:3000', '127.0.0.1'])
    expect((await get(path, host)).statusCode).toBe(404);
});

test('P48 in absolute form too, and under any other spelling of host or path', async () => {
  const url = await sello.listen();
  const path = address.pathname + address.search;
  const ask = async (target: string, host: string, version = '1.1') => {
    const connection = await openConnection(url);
    const line = host === '' ? '' : `Host: ${host}\r\n`;
    await connection.send(`GET ${target} HTTP/${version}\r\n${line}Connection: close\r\n\r\n`);
    const { status, text } = await connection.answer();
    connection.close();
    return text === 'mine' ? 'file' : status;
  };
  const encoded = path.replace('/files/', '/%66iles/');
  expect(await ask(`http://files.example${path}`, 'files.example')).toBe('file');
  expect(await ask(`http://files.example.${path}`, '', '1.0')).toBe('file');
  expect(await ask(path, 'files.example.')).toBe('file');
  expect(await ask(`http://files.example${path}`, 'sello.example')).toBe(400);
  expect(await ask(`http://sello.example${path}`, 'files.example')).toBe(400);
  expect(await ask(`http://sello.example${path}`, 'sello.example')).toBe(404);
  expect(await ask(`HTTPS://sello.example${path}`, 'sello.example:443')).toBe(404);
  expect(await ask(`http://sello.example${path}`, '', '1.0')).toBe(404);
  expect(await ask(encoded, 'sello.example')).toBe(404);
  expect(await ask(`http://sello.example${encoded}`, 'sello.example')).toBe(404);
  for (const host of ['files.example.', 'FILES.EXAMPLE.:443', '%66iles.example', 'files.example:0443'])
    for (const page of ['/dashboard', '/docs', '/verify', '/healthz']) {
      expect([host, page, await ask(page, host)]).toEqual([host, page, 404]);
      expect(await ask(`http://${host}${page}`, host)).toBe(404);
    }
});

test('P48 a host that a caller puts into X-Forwarded-Host changes nothing, even through a trusted proxy', async () => {
  const ask = (url: string, host: string, forwarded: string) =>
    sello.app.inject({ method: 'GET', url, headers: { host, 'x-forwarded-host': forwarded } });
  const path = address.pathname + address.search;
  expect((await ask(path, 'sello.example', 'files.example')).statusCode).toBe(404);
  expect((await ask(path, 'files.example', 'sello.example')).body).toBe('mine');
  for (const page of ['/dashboard', '/docs', '/verify', '/healthz'])
    expect([page, (await ask(page, 'files.example', 'sello.example')).statusCode]).toEqual([page, 404]);
});

test('P48 that host serves nothing else', async () => {
  // Routes of the dashboard are left out: they declare all their answers, and this one comes from no route.
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
  for (const host of [
    'evil;script-src *',
    "x' 'unsafe-inline",
    'a b',
    '*',
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    'SELLO.example.',
    '127.0.0.1.evil.example',
  ]) {
    const { headers } = await sello.app.inject({ method: 'GET', url: '/dashboard', headers: { host } });
    const policy = String(headers['content-security-policy'] ?? '');
    expect(policy === '' || policy.includes('script-src https://sello.example/assets/;')).toBe(true);
  }
});
