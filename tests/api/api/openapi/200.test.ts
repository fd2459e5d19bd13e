import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { API, openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello({ SELLO_BASE_URL: 'https://certifica.mx' });
});
afterAll(() => sello.close());

const get = (query = '', headers: Record<string, string> = {}) =>
  sello.call('GET', `${API}/openapi${query}`, { headers });

test('the description needs no key, is OpenAPI 3.1 and names the address of this service', async () => {
  const { status, headers, body } = await get();
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('application/json; charset=utf-8');
  expect(body.openapi).toMatch(/^3\.1\./);
  expect(body.servers).toEqual([{ url: 'https://certifica.mx' }]);
});

test('a key is ignored, even an invalid one, and no call is counted', async () => {
  const { key } = await sello.newAccount({ key: { ratePerMinute: 1 } });
  const { text } = await get();
  for (const authorization of [`Bearer ${key}`, `Bearer ${key}`, 'Bearer nonsense', 'Basic x']) {
    expect((await get('', { authorization })).text).toBe(text);
  }
  expect((await sello.call('GET', `${API}/certificates`, { key })).status).toBe(200);
});

test('the YAML is the same document', async () => {
  const yaml = await get('?format=yaml');
  expect(yaml.headers['content-type']).toBe('application/yaml; charset=utf-8');
  expect(parse(yaml.text)).toEqual((await get('?format=json')).body);
});

test('pages of any origin may read it, and caches may keep it', async () => {
  const { headers } = await get('', { origin: 'https://editor.example' });
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers['cache-control']).toContain('public');
  expect(headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
});

test('it has exactly the operations of the contract', async () => {
  const { paths } = (await get()).body;
  const operations = Object.entries<Record<string, { operationId: string }>>(paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method} ${path} ${operationId}`),
  );
  expect(operations.toSorted()).toEqual([
    `get ${API}/certificates listCertificates`,
    `get ${API}/certificates/{id} getCertificate`,
    `get ${API}/certificates/{id}/proof getProof`,
    `get ${API}/openapi getOpenapi`,
    `get ${API}/verify/{hash} verifyHash`,
    `post ${API}/certificates createCertificate`,
  ]);
});

test('HEAD is answered with the same headers and no body', async () => {
  const [head, whole] = [await sello.call('HEAD', `${API}/openapi`), await get()];
  expect([head.status, head.text]).toEqual([200, '']);
  expect(head.headers.etag).toBe(whole.headers.etag);
  expect(head.headers['content-length']).toBe(whole.headers['content-length']);
});
