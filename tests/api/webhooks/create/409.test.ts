import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, withSettings } from '../../../harness/world.ts';

const test = withSettings({ SELLO_MAX_WEBHOOKS: '3' }).extend(
  'post',
  ({ sello, key }) =>
    (payload: object, headers = {}) =>
      sello.call('POST', `${API}/webhooks`, { key, payload, headers }),
);

const URL = 'https://example.com/hooks';

test('an account cannot have more webhooks in a mode than its limit, even if they are made at once', async ({
  post,
}) => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => post({ url: URL, events: ['*'] })));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
  for (const answer of answers.filter(({ status }) => status !== 201))
    expectRefusal(answer, 409, 'too_many_webhooks');
});
