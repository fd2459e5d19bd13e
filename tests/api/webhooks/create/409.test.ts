import { afterAll, beforeAll, expect, test } from 'vitest';
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

test('an account has so many webhooks in each mode and no more, also when they are made at once', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => post({ url: URL, events: ['*'] })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expectRefusal(answer, 409, 'too_many_webhooks');
});
