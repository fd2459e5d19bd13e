import { afterAll, beforeAll, expect, test } from 'vitest';
import { shareSello } from '../../../harness/shared-sello.ts';
import { API, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test.for(['json', 'yaml'])('a client that already has the %s gets no body', async (format) => {
  const url = `${API}/openapi?format=${format}`;
  const { headers } = await sello.call('GET', url);
  const again = await sello.call('GET', url, { headers: { 'if-none-match': String(headers.etag) } });
  expect([again.status, again.text]).toEqual([304, '']);
  expect(again.headers.etag).toBe(headers.etag);
  expect(again.headers['access-control-allow-origin']).toBe('*');
});

test('JSON and YAML have different ETags', async () => {
  const json = await sello.call('GET', `${API}/openapi`);
  const yaml = await sello.call('GET', `${API}/openapi?format=yaml`, {
    headers: { 'if-none-match': String(json.headers.etag) },
  });
  expect(yaml.status).toBe(200);
});
