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

test.each([
  ['no url', { events: ['*'] }],
  ['no events', { url: URL }],
  ['an empty list of events', { url: URL, events: [] }],
  ['an unknown event', { url: URL, events: ['certificate.made'] }],
  ['a url that is too long', { url: `${URL}/${'x'.repeat(2_000)}`, events: ['*'] }],
  ['a description with a line break', { url: URL, events: ['*'], description: 'a\nb' }],
  ['an unknown status', { url: URL, events: ['*'], status: 'paused' }],
  ['plain http in live mode', { url: 'http://example.com/', events: ['*'] }],
])('%s is refused', async (_what, payload) => {
  expectRefusal(await post(payload), 422, 'validation_failed');
});
