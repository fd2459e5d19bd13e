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

test.each([
  'type=certificate.made',
  'after=evt_x',
  'after=evt_0000000000000000000000',
  'limit=0',
  'order=up',
  'color=red',
])('%s is refused', async (query) => {
  expectRefusal(await sello.call('GET', `${API}/events?${query}`, { key }), 422, 'validation_failed');
});
