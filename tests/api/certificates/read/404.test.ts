import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE } from '../../../harness/world.ts';

const test = base
  .extend('unknown', FILE, ({ sello }) => sello.ports.newId('cert'))
  .extend(
    'get',
    ({ client, sello }) =>
      (id: string, key = client.key, language = 'en') =>
        sello.call('GET', `${API}/certificates/${id}`, { key, headers: { 'accept-language': language } }),
  );

test('an unknown id is not found', async ({ client, unknown, get }) => {
  expect(expectRefusal(await get(unknown), 404, 'not_found')).toContain('no certificate with this id');
  expect(expectRefusal(await get(unknown, client.key, 'es'), 404, 'not_found')).toContain(
    'ningún certificado',
  );
});

test("another account's certificate looks exactly like one that does not exist", async ({
  sello,
  unknown,
  get,
}) => {
  const { id } = await sello.certify((await sello.newAccount()).key);
  expect((await get(id)).text).toBe((await get(unknown)).text);
});

test('a certificate of the other mode looks exactly like one that does not exist', async ({
  sello,
  client,
  unknown,
  get,
}) => {
  const trial = await sello.newKey(client.account, { mode: 'test' });
  const [live, test] = [await sello.certify(client.key), await sello.certify(trial.key)];
  expect((await get(test.id)).text).toBe((await get(unknown)).text);
  expect((await get(live.id, trial.key)).text).toBe((await get(unknown, trial.key)).text);
});

test.for([
  'x',
  'cert_',
  'cert_short',
  'key_0123456789012345678901',
  'CERT_0123456789012345678901',
  'cert_012345678901234567890é',
  'cert_0123456789012345678901%00',
  'cert_0123456789012345678901%0a',
  '%2e%2e%2fcertificates',
  '..%2f..',
  "cert_' or '1'='1",
  'a'.repeat(1_000),
  '%F0%9F%98%80',
])('a malformed id is not found: %s', async (id, { unknown, get }) => {
  expect((await get(encodeURI(id).replaceAll('%25', '%'))).text).toBe((await get(unknown)).text);
});

test('a call for a certificate that does not exist counts like any other', async ({
  sello,
  unknown,
  get,
}) => {
  const { key } = await sello.newAccount({ key: { ratePerMinute: 5 } });
  expect((await get(unknown, key)).headers.ratelimit).toMatch(/^"minute";r=4;/);
  expect((await get('x', key)).headers.ratelimit).toMatch(/^"minute";r=3;/);
});
