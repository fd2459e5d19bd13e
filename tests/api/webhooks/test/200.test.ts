import { openHookedSello, verify } from '../../../harness/hooks.ts';
import { openReceiver } from '../../../harness/receiver.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE, opened } from '../../../harness/world.ts';

const test = base
  .extend('sello', FILE, opened(openHookedSello))
  .extend('receiver', FILE, opened(openReceiver));

test('a test event is sent at once, signed, and the answer states the result', async ({
  sello,
  receiver,
  key,
}) => {
  const { id, secret } = await sello.hook(key, receiver.url, ['certificate.created']);
  const trial = () => sello.call('POST', `${API}/webhooks/${id}/test`, { key, payload: {} });
  const fine = await trial();
  expect(fine.body.test).toMatchObject({ delivered: true, answer_status: 200, answer: 'ok', error: null });
  const [received] = receiver.received;
  if (received === undefined) throw new Error('nothing was sent');
  expect(verify(secret, received)).toMatchObject({ type: 'webhook.test', data: { webhook_id: id } });
  expect(received.headers['webhook-id']).toBe(fine.body.test.event_id);
  receiver.answerWith(500, 'no');
  expect((await trial()).body.test).toMatchObject({ delivered: false, answer_status: 500, answer: 'no' });
  // A test delivery is no event: it is not retried, and the list of events does not show it.
  await sello.deliver();
  expect(receiver.received).toHaveLength(2);
  const { body } = await sello.call('GET', `${API}/webhooks/${id}/deliveries`, { key });
  expect(body.deliveries).toEqual([]);
});
