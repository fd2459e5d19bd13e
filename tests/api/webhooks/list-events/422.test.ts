import { beforeAll, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { forFile } from '../../../harness/for-file.ts';
import { API, openTestSello } from '../../../harness/test-sello.ts';

let key: string;
const sello = forFile(() => openTestSello({ SELLO_MAX_WEBHOOKS: '3' }));
beforeAll(async () => {
  ({ key } = await sello.newAccount());
});

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
