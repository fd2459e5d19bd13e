import { API } from '../../../harness/test-sello.ts';
import { expect, withSettings } from '../../../harness/world.ts';

const test = withSettings({ SELLO_MAX_WEBHOOKS: '3' }).extend(
  'post',
  ({ sello, key }) =>
    (payload: object, headers = {}) =>
      sello.call('POST', `${API}/webhooks`, { key, payload, headers }),
);

const URL = 'https://example.com/hooks';

test('a webhook is deleted with its deliveries, and another account cannot delete it', async ({
  sello,
  key,
  post,
}) => {
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
