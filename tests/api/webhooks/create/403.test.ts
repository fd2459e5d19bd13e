import { beforeAll, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { forFile } from '../../../harness/for-file.ts';
import { API, openTestSello } from '../../../harness/test-sello.ts';

let key: string;
const sello = forFile(() => openTestSello({ SELLO_MAX_WEBHOOKS: '3' }));
beforeAll(async () => {
  ({ key } = await sello.newAccount());
});

const URL = 'https://example.com/hooks';
const post = (payload: object, headers = {}) =>
  sello.call('POST', `${API}/webhooks`, { key, payload, headers });

test('without the scope no webhook is made', async () => {
  const { account } = await sello.newAccount();
  ({ key } = await sello.newKey(account, { scopes: ['webhooks:read'] }));
  expectRefusal(await post({ url: URL, events: ['*'] }), 403, 'insufficient_scope');
});
