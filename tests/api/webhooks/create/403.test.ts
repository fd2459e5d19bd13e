import { afterAll, beforeAll, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
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

test('without the scope nothing is made', async () => {
  const { account } = await sello.newAccount();
  ({ key } = await sello.newKey(account, { scopes: ['webhooks:read'] }));
  expectRefusal(await post({ url: URL, events: ['*'] }), 403, 'insufficient_scope');
});
