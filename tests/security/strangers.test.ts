import { beforeAll, expect, test } from 'vitest';
import { forFile } from '../harness/for-file.ts';
import { API, openTestSello } from '../harness/test-sello.ts';

/** Allows ten requests at once, and one more every three seconds. */
const PER_MINUTE = 20;

let code = '';
const sello = forFile(() =>
  openTestSello({
    SELLO_PUBLIC_PER_MINUTE: String(PER_MINUTE),
    SELLO_TRUSTED_PROXIES: '10.0.0.0/8',
  }),
);
const caller = forFile(() => sello.newAccount());
beforeAll(async () => {
  const certificate = await sello.certify(caller.key, 'hello');
  code = String(certificate.qr_verification_url).split('/').at(-1) ?? '';
});

type From = { ip: string; headers?: Record<string, string> };

const ask = (method: 'GET' | 'POST', url: string, { ip, headers = {} }: From) =>
  sello.app.inject({ method, url, remoteAddress: ip, headers, ...(method === 'POST' && { payload: 'x' }) });

async function askUntilRefused(method: 'GET' | 'POST', url: string, from: From) {
  for (let asked = 0; asked < 50; asked += 1) {
    const answer = await ask(method, url, from);
    if (answer.statusCode === 429) return { asked, answer };
  }
  throw new Error(`${url} was never refused`);
}

test.for([
  { method: 'GET', path: '/v/CODE', most: 10 },
  { method: 'GET', path: '/v/unknown', most: 10 },
  { method: 'GET', path: '/v/CODE.json', most: 10 },
  { method: 'GET', path: '/v/CODE/qr.png', most: 10 },
  { method: 'GET', path: '/v/CODE/proof?type=nom151', most: 10 },
  { method: 'GET', path: '/v/CODE/proof?type=constancia', most: 1 },
  { method: 'GET', path: '/verify', most: 10 },
  { method: 'GET', path: '/log/key', most: 10 },
  { method: 'GET', path: '/log/tile/0/000', most: 10 },
  { method: 'GET', path: '/files/cert_0?account=x', most: 10 },
  { method: 'POST', path: '/tsa', most: 10 },
] as const)(
  'P44 $method $path: one network is refused in words, others are not',
  async ({ method, path, most }) => {
    const url = path.replace('CODE', code);
    const ip = '192.0.2.1';
    const { asked, answer } = await askUntilRefused(method, url, { ip });
    expect(asked).toBe(most);
    expect(answer.json()).toMatchObject({ error: 'rate_limit_exceeded' });
    const seconds = Number(answer.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(answer.json().message).toContain(`${seconds} s`);
    expect((await ask(method, url, { ip: '198.51.100.7' })).statusCode).not.toBe(429);
    sello.advance(seconds * 1000);
    expect((await ask(method, url, { ip })).statusCode).not.toBe(429);
    sello.advance(60_000);
  },
);

test('P44 signed addresses do not count as strangers’ requests: a key may fetch as many files as it has addresses', async () => {
  const { id } = await sello.certify(caller.key);
  const { body } = await sello.call('GET', `${API}/certificates/${id}/proof?type=file`, { key: caller.key });
  const { pathname, search } = new URL(body.proof.url);
  const statuses = new Set<number>();
  for (let asked = 0; asked < 40; asked += 1)
    statuses.add((await ask('GET', pathname + search, { ip: '203.0.113.9' })).statusCode);
  expect(statuses).toEqual(new Set([200]));
  expect((await askUntilRefused('GET', '/files/x', { ip: '203.0.113.9' })).asked).toBe(10);
  sello.advance(60_000);
});

test('P44 all of them share one limit, which calls with a key do not use', async () => {
  const ip = '203.0.113.1';
  const urls = ['/verify', '/log/key', `/v/${code}`, '/files/x'];
  const statuses: number[] = [];
  for (let asked = 0; asked < 12; asked += 1)
    statuses.push((await ask('GET', urls[asked % urls.length] ?? '', { ip })).statusCode);
  expect(statuses.filter((status) => status === 429)).toHaveLength(2);
  const headers = { authorization: `Bearer ${caller.key}` };
  expect((await ask('GET', `${API}/certificates`, { ip, headers })).statusCode).toBe(200);
  expect((await ask('GET', '/healthz', { ip })).statusCode).toBe(200);
  sello.advance(60_000);
});

test('P44 behind a proxy that the operator named, the caller’s own network counts', async () => {
  const through = (ip: string) => ({ ip: '10.0.0.1', headers: { 'x-forwarded-for': ip } });
  await askUntilRefused('GET', '/verify', through('203.0.113.2'));
  expect((await ask('GET', '/verify', through('203.0.113.3'))).statusCode).toBe(200);
  // From a stranger, that header is ignored.
  const { asked } = await askUntilRefused('GET', '/verify', {
    ip: '203.0.113.4',
    headers: { 'x-forwarded-for': '203.0.113.5' },
  });
  expect(asked).toBe(10);
});

test('P44 in Spanish too', async () => {
  const headers = { 'accept-language': 'es-MX' };
  const { answer } = await askUntilRefused('GET', '/log/key', { ip: '203.0.113.6', headers });
  expect(answer.json().message).toMatch(/^Su red ha pedido demasiado/);
});
