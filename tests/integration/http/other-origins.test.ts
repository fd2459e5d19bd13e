/** Calls of pages from other origins (https://fetch.spec.whatwg.org/#http-cors-protocol), route by route. */

import { expect, test } from 'vitest';
import { DASHBOARD, signUp } from '../../harness/dashboard-person.ts';
import { forFile } from '../../harness/for-file.ts';
import { routesOf } from '../../harness/routes-of.ts';
import { API, openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(() => openTestSello({ SELLO_BASE_URL: 'https://sello.example' }));

const ELSEWHERE = { origin: 'https://shop.example' };

function preflight(url: string, method: string, headers = 'authorization') {
  return sello.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      ...ELSEWHERE,
      'access-control-request-method': method,
      'access-control-request-headers': headers,
    },
  });
}

test('P27 every route of the public API can be called from any origin, but never with credentials', async () => {
  const routes = routesOf(sello.app).filter(({ url }) => url.startsWith(API));
  expect(routes.length).toBeGreaterThan(100);
  for (const { method, url } of routes) {
    const { statusCode, headers, body } = await preflight(url.replace(/:\w+/g, 'x'), method);
    expect([url, statusCode, body]).toEqual([url, 204, '']);
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(String(headers['access-control-allow-methods']).split(', ')).toContain(method);
    expect(headers).not.toHaveProperty('access-control-allow-credentials');
  }
});

test('P27 every header that a client sends or reads is allowed by name', async () => {
  const { headers } = await preflight(`${API}/certificates`, 'POST');
  const allowed = String(headers['access-control-allow-headers']).toLowerCase().split(', ');
  for (const name of [
    'authorization',
    'content-type',
    'idempotency-key',
    'content-digest',
    'if-none-match',
    'accept-language',
  ])
    expect(allowed).toContain(name);
  const { key } = await sello.newAccount();
  const read = await sello.call('GET', `${API}/certificates`, { key, headers: ELSEWHERE });
  const exposed = String(read.headers['access-control-expose-headers']).toLowerCase().split(', ');
  for (const name of [
    'location',
    'etag',
    'x-request-id',
    'ratelimit',
    'ratelimit-policy',
    'retry-after',
    'idempotent-replayed',
    'content-disposition',
  ])
    expect(exposed).toContain(name);
});

test('P27 answers and refusals can be read: 200, 401, 404, 405, 400 of the router, and files', async () => {
  const { key } = await sello.newAccount();
  const { id } = await sello.certify(key, 'mine');
  const { body } = await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, { key });
  const file = new URL(body.proof.url);
  const asked: [string, string, number][] = [
    ['GET', `${API}/certificates/${id}`, 200],
    ['GET', `${API}/nowhere`, 404],
    ['DELETE', `${API}/verify`, 405],
    ['GET', `${API}/certificates/%zz`, 400],
    ['GET', file.pathname + file.search, 200],
  ];
  for (const [method, url, status] of asked) {
    const answer = await sello.app.inject({
      method: method as 'GET',
      url,
      headers: { ...ELSEWHERE, authorization: `Bearer ${key}` },
    });
    expect([url, answer.statusCode]).toEqual([url, status]);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
  }
  const stranger = await sello.call('GET', `${API}/certificates`, { headers: ELSEWHERE });
  expect([stranger.status, stranger.headers['access-control-allow-origin']]).toEqual([401, '*']);
});

test('P27 a cookie gives no access there', async () => {
  const person = await signUp(sello);
  const answer = await sello.call('GET', `${API}/account`, {
    headers: { ...ELSEWHERE, cookie: person.cookie },
  });
  expect(answer.status).toBe(401);
});

test("P27 neither the dashboard's calls nor any page can be read from other origins", async () => {
  for (const { method, url } of routesOf(sello.app).filter((route) => route.url.startsWith(DASHBOARD))) {
    const { headers } = await preflight(url.replace(/:\w+/g, 'x'), method);
    expect([url, Object.keys(headers).filter((name) => name.startsWith('access-control'))]).toEqual([
      url,
      [],
    ]);
  }
  for (const url of ['/dashboard', '/docs', '/api/publicity', '/api/dashboard/me?x=/api/public/v1/']) {
    const { headers } = await sello.app.inject({ method: 'GET', url, headers: ELSEWHERE });
    expect([url, headers['access-control-allow-origin']]).toEqual([url, undefined]);
  }
});

test('an OPTIONS request that is no preflight is refused as before', async () => {
  const { statusCode, headers } = await sello.app.inject({ method: 'OPTIONS', url: `${API}/verify` });
  expect([statusCode, headers.allow]).toEqual([405, 'POST']);
});
