import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildServer } from '../../server/src/api/server.ts';
import type { App } from '../../server/src/http/app.ts';
import { cookieOf, DASHBOARD, type Person, signUp } from '../harness/dashboard-person.ts';
import { type Known, type NastyRequest, nastyRequests } from '../harness/nasty-requests.ts';
import { headersRead, type RouteParameters, watchRouteParameters } from '../harness/route-parameters.ts';
import { API, openTestSello, type TestSello } from '../harness/test-sello.ts';

const AT_ONCE = 8;

let sello: TestSello;
let app: App;
let routes: RouteParameters[];
let person: Person;
let cookie: string;
let known: Known;
beforeAll(async () => {
  sello = await openTestSello({ SELLO_PUBLIC_PER_MINUTE: '0' });
  ({ app, routes } = await watchRouteParameters(() => buildServer(sello.world)));
  person = await signUp(sello);
  cookie = person.cookie;
  known = await prepare();
});
afterAll(async () => {
  await app.close();
  await sello.close();
});

/** One of everything, so that a request that is right but for one parameter gets as far as it can. */
async function prepare(): Promise<Known> {
  const { secret: key } = await person.newKey({
    name: 'a key',
    rate_per_minute: 100_000,
    monthly_quota: 1_000_000,
  });
  const { id: keyId } = await person.newKey({ name: 'to be changed and revoked' });
  const certificate = await sello.certify(key, 'hello');
  await sello.sequence();
  const proof = await sello.call('GET', `${API}/certificates/${certificate.id}/proof?type=file`, { key });
  const link = new URL(proof.body.proof.url);
  const code = String(certificate.qr_verification_url).split('/').at(-1) ?? '';
  const fields: Record<string, unknown> = {
    // One's own: as another it would be the new address of the account, and the login below would fail.
    email: person.email,
    password: person.password,
    current_password: person.password,
    new_password: person.password,
    time_zone: 'America/Mexico_City',
    file_base64: 'aG9sYQ==',
    file_name: 'a.txt',
    file_mime: 'text/plain',
    sha256: certificate.file.sha256,
  };
  return {
    params: (url, name) => {
      if (name === '*') return '0/000.p/1';
      if (name === 'code') return code;
      return url.includes('/keys/') ? keyId : certificate.id;
    },
    query: (url) => (url.startsWith('/files/') ? Object.fromEntries(link.searchParams) : {}),
    field: (name) => fields[name],
    headers: (url) => ({
      ...(url.startsWith(API) && { authorization: `Bearer ${key}` }),
      ...(url.startsWith(DASHBOARD) && { cookie }),
      ...(url === '/tsa' && { 'content-type': 'application/timestamp-query' }),
    }),
  };
}

test('P45 no byte in any parameter of any route is an error of ours', { timeout: 600_000 }, async () => {
  const headers = headersRead();
  const statuses = new Map<string, Set<number>>();
  const failed: string[] = [];
  for (const route of routes) {
    await stayLoggedIn();
    const seen = new Set<number>();
    statuses.set(`${route.method} ${route.url}`, seen);
    const requests = nastyRequests(route, known, headers);
    for (let at = 0; at < requests.length; at += AT_ONCE) {
      const answers = requests.slice(at, at + AT_ONCE).map(async (request) => {
        const status = await statusOf(request);
        seen.add(status);
        if (status >= 500) failed.push(`${status} ${request.what}`);
      });
      await Promise.all(answers);
    }
  }
  expect(failed).toEqual([]);
  // It was no use if the routes were not reached.
  expect(routes.length).toBeGreaterThan(60);
  for (const [route, seen] of statuses)
    expect(
      [...seen].some((status) => status < 400 || status === 409 || status === 422 || status === 404),
      route,
    ).toBe(true);
});

async function statusOf({ method, url, headers, payload }: NastyRequest): Promise<number> {
  const answer = await app.inject({ method, url, headers, ...(payload !== undefined && { payload }) });
  return answer.statusCode;
}

/** Some routes end the session that they are called with. */
async function stayLoggedIn(): Promise<void> {
  const me = await app.inject({ method: 'GET', url: `${DASHBOARD}/me`, headers: { cookie } });
  if (me.statusCode === 200) return;
  // As long as a throttle may last, where a route has been asked too often.
  sello.advance(2 * 3_600_000);
  const payload = { email: person.email, password: person.password };
  const answer = await sello.call('POST', `${DASHBOARD}/login`, { payload });
  if (answer.status === 200) cookie = cookieOf(answer);
}
