import { afterAll, beforeAll, expect, test } from 'vitest';
import { API, openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let key: string;
beforeAll(async () => {
  sello = await openTestSello({ SELLO_MAX_WEBHOOKS: '3' });
  ({ key } = await sello.newAccount());
});
afterAll(() => sello.close());

const URL = 'https://example.com/hooks';
const post = (payload: object, headers = {}) =>
  sello.call('POST', `${API}/webhooks`, { key, payload, headers });

test('it is gone with its deliveries, and another account cannot name it', async () => {
  const { webhook } = (await post({ url: URL, events: ['*'] })).body;
  const stranger = await sello.newAccount();
  for (const [method, path] of [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['POST', '/rotate'],
    ['POST', '/test'],
    ['GET', '/deliveries'],
  ] as const) {
    const call = { key: stranger.key, ...(method !== 'GET' && method !== 'DELETE' && { payload: {} }) };
    expect((await sello.call(method, `${API}/webhooks/${webhook.id}${path}`, call)).status).toBe(404);
  }
  expect((await sello.call('DELETE', `${API}/webhooks/${webhook.id}`, { key })).status).toBe(204);
  expect((await sello.call('GET', `${API}/webhooks/${webhook.id}`, { key })).status).toBe(404);
});
