import { expect, test } from 'vitest';
import { DASHBOARD, signUp } from '../../harness/dashboard-person.ts';
import { forFile } from '../../harness/for-file.ts';
import { routesOf } from '../../harness/routes-of.ts';
import { openTestSello } from '../../harness/test-sello.ts';

const sello = forFile(() => openTestSello({ SELLO_BASE_URL: 'https://sello.example' }));
const person = forFile(() => signUp(sello));

const FOREIGN = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'https://sello.example.evil.example' },
  { origin: 'http://sello.example' },
  { origin: 'https://sello.example:8443' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'https://sello.example', 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
] as Record<string, string>[];

const OWN = [
  {},
  { origin: 'https://sello.example' },
  { origin: 'https://sello.example', 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
] as Record<string, string>[];

test('P27 every route that changes something refuses cross-site requests of a browser', async () => {
  const { id, ...key } = await person.newKey();
  const changing = routesOf(sello.app).filter(
    ({ method, url }) => url.startsWith(DASHBOARD) && !['GET', 'HEAD'].includes(method),
  );
  expect(changing.length).toBeGreaterThanOrEqual(20);
  for (const { method, url } of changing) {
    const path = url.slice(DASHBOARD.length).replace(':id', id);
    const payload = {
      name: 'forged',
      email: 'forged@example.com',
      password: 'forged password',
      rate_per_minute: 1,
    };
    for (const headers of FOREIGN) {
      const answer = await person.call(method, path, payload, headers);
      expect([answer.status, answer.body.error], `${method} ${path}`).toEqual([403, 'forbidden_origin']);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  }
  const { keys } = (await person.call('GET', '/keys')).body;
  expect(keys).toHaveLength(1);
  expect(keys[0]).toMatchObject({ name: key.name, status: 'active', rate_per_minute: 60, hint: key.hint });
  expect(await sello.ports.accounts.list()).toHaveLength(1);
});

test('P27 our own pages, and programs that send neither header, are accepted', async () => {
  for (const headers of OWN)
    expect((await person.call('POST', '/keys', { name: 'x' }, headers)).status).toBe(201);
});

test('P27 a page served under another name of this host counts as our own', async () => {
  const headers = { host: 'localhost:3000', origin: 'http://localhost:3000' };
  expect((await person.call('POST', '/keys', { name: 'x' }, headers)).status).toBe(201);
  const forged = { host: 'localhost:3000', origin: 'https://localhost:3000' };
  expect((await person.call('POST', '/keys', { name: 'x' }, forged)).status).toBe(403);
});

test('cross-site reads are not refused, but the other site cannot read the answer', async () => {
  const { status, headers } = await person.call('GET', '/me', undefined, { origin: 'https://evil.example' });
  expect(status).toBe(200);
  expect(headers).not.toHaveProperty('access-control-allow-origin');
});
