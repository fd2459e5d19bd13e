/** A reader of logs and traces must not be able to open what callers opened. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HttpServer, openHttpServer } from '../harness/http-server.ts';
import { routesOf } from '../harness/routes-of.ts';
import { API, openTestSello, type TestSello } from '../harness/test-sello.ts';

let collector: HttpServer;
let sello: TestSello;
const spans: string[] = [];

beforeAll(async () => {
  collector = await openHttpServer(({ body, response }) => {
    spans.push(body.toString());
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  sello = await openTestSello({ SELLO_OTLP_URL: `${collector.origin}/v1/traces` });
});
afterAll(() => collector.refuse());

test('P22 neither log nor trace holds the code of a page, the signature of a file or a token of a reset', async () => {
  const { key } = await sello.newAccount();
  const record = await sello.certify(key, 'x');
  const code = new URL(record.qr_verification_url).pathname.split('/').at(-1)!;
  const { body } = await sello.call('GET', `${API}/certificates/${record.id}/proof?type=file`, { key });
  const file = new URL(body.proof.url);
  const token = 'qk3vTn8_token-of-a-reset-qk3vTn8xxxxxxxxxx';

  const routes = routesOf(sello.app).map(({ url }) => url);
  const coded = [...new Set(routes.filter((url) => url.includes(':code')))];
  expect(coded.length).toBeGreaterThan(3);
  const addresses = [
    ...coded.map((url) => url.replace(':code', code)),
    ...['/', '//', '/V/', '/v/v/', '/es/v/', '/x/', '/files/', '/dashboard/'].map((start) => start + code),
    ...['/', '.jsonx', '%', '%zz', '/more', '?lang=es', '%00', '..'].map((end) => `/v/${code}${end}`),
    file.pathname + file.search,
    file.pathname + file.search.replaceAll('=', '/').replaceAll('&', '/'),
    `/dashboard/reset-password?token=${token}`,
    `/dashboard/reset-password/${token}`,
    `/reset-password/${token}`,
    `/api/dashboard/invitations/${token}`,
    `${API}/certificates/${key}`,
  ];
  const before = sello.logLines.length;
  for (const url of addresses) await sello.app.inject({ method: 'GET', url });
  await sello.app.inject({ method: 'POST', url: `/v/${code}` });
  const logged = sello.logLines.slice(before).join('');
  await sello.close();

  // A malformed percent escape is refused before there is a request, and is not logged.
  expect(logged.split('"path":').length).toBeGreaterThan(addresses.length - 3);
  const told = logged + spans.join('');
  for (const secret of [code, file.searchParams.get('signature')!, token, key])
    expect(told).not.toContain(secret);
  // The characters that are left distinguish one page from another.
  expect(logged).toContain(`/v/${code.slice(0, 4)}…`);
});
