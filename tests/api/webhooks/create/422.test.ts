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
