import { API } from '../../../harness/test-sello.ts';
import { expect, withSettings } from '../../../harness/world.ts';

const test = withSettings({ SELLO_MAX_WEBHOOKS: '3' }).extend(
  'post',
  ({ sello, key }) =>
    (payload: object, headers = {}) =>
      sello.call('POST', `${API}/webhooks`, { key, payload, headers }),
);

const URL = 'https://example.com/hooks';

test('a webhook is made, and its secret is shown only once', async ({ sello, key, post }) => {
  const answer = await post({
    url: URL,
    events: ['certificate.created', 'certificate.created', '*'],
    description: 'mine',
  });
  expect(answer.status, answer.text).toBe(201);
  const { secret, ...webhook } = answer.body.webhook;
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
  expect(webhook).toMatchObject({
    id: expect.stringMatching(/^whk_/),
    object: 'webhook',
    livemode: true,
    url: URL,
    events: ['certificate.created', '*'],
    description: 'mine',
    status: 'enabled',
    disabled_reason: null,
  });
  expect(answer.headers.location).toBe(`http://localhost:3000${API}/webhooks/${webhook.id}`);
  const read = await sello.call('GET', `${API}/webhooks/${webhook.id}`, { key });
  expect(read.body.webhook).toEqual(webhook);
});

test('P22 the secret is stored sealed, and a retry with the same Idempotency-Key shows it again', async ({
  sello,
  post,
}) => {
  const headers = { 'idempotency-key': 'hook-1' };
  const first = await post({ url: URL, events: ['*'] }, headers);
  const again = await post({ url: URL, events: ['*'] }, headers);
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect(again.body).toEqual(first.body);
  const { secret } = first.body.webhook;
  for (const table of ['webhooks', 'idempotency_keys', 'audit_events', 'events']) {
    const rows = await sello.database.query(`select t::text as row from ${table} t`);
    expect(JSON.stringify(rows)).not.toContain(secret.slice(6, 40));
  }
  expect(sello.logLines.join('')).not.toContain(secret.slice(6, 40));
});

test('test mode has webhooks of its own, over http too', async ({ sello }) => {
  const { account } = await sello.newAccount();
  const test = await sello.newKey(account, { mode: 'test' });
  const live = await sello.newKey(account);
  const made = await sello.call('POST', `${API}/webhooks`, {
    key: test.key,
    payload: { url: 'http://example.com/', events: ['*'] },
  });
  expect(made.body.webhook.livemode).toBe(false);
  expect((await sello.call('GET', `${API}/webhooks`, { key: live.key })).body.webhooks).toEqual([]);
  expect((await sello.call('GET', `${API}/webhooks/${made.body.webhook.id}`, { key: live.key })).status).toBe(
    404,
  );
});
