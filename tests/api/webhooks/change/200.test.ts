import { API } from '../../../harness/test-sello.ts';
import { expect, withSettings } from '../../../harness/world.ts';

const test = withSettings({ SELLO_MAX_WEBHOOKS: '3' }).extend(
  'post',
  ({ sello, key }) =>
    (payload: object, headers = {}) =>
      sello.call('POST', `${API}/webhooks`, { key, payload, headers }),
);

const URL = 'https://example.com/hooks';

test('only named fields change, and the audit log has both values', async ({ sello, key, post }) => {
  const { webhook } = (await post({ url: URL, events: ['*'], description: 'mine' })).body;
  const change = (payload: object) => sello.call('PATCH', `${API}/webhooks/${webhook.id}`, { key, payload });
  const off = await change({ status: 'disabled' });
  expect(off.body.webhook).toMatchObject({
    status: 'disabled',
    disabled_reason: 'owner',
    description: 'mine',
  });
  expect(off.body.webhook).not.toHaveProperty('secret');
  const on = await change({ status: 'enabled', description: null, events: ['key.created'] });
  expect(on.body.webhook).toMatchObject({
    status: 'enabled',
    disabled_reason: null,
    description: null,
    events: ['key.created'],
  });
  const rows = await sello.database.query(
    "select details from audit_events where action = 'webhook.change' order by number",
  );
  expect(rows[0]?.details).toMatchObject({ changes: { status: { from: 'enabled', to: 'disabled' } } });
});
