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

test('only what is named changes, and both values are in the audit log', async () => {
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
