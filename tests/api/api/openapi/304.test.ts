import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test.for(['json', 'yaml'])('a client that already has the %s gets no body', async (format, { sello }) => {
  const url = `${API}/openapi?format=${format}`;
  const { headers } = await sello.call('GET', url);
  const again = await sello.call('GET', url, { headers: { 'if-none-match': String(headers.etag) } });
  expect([again.status, again.text]).toEqual([304, '']);
  expect(again.headers.etag).toBe(headers.etag);
  expect(again.headers['access-control-allow-origin']).toBe('*');
});

test('JSON and YAML have different ETags', async ({ sello }) => {
  const json = await sello.call('GET', `${API}/openapi`);
  const yaml = await sello.call('GET', `${API}/openapi?format=yaml`, {
    headers: { 'if-none-match': String(json.headers.etag) },
  });
  expect(yaml.status).toBe(200);
});
