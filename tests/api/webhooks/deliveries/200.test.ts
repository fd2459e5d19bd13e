import { openHookedSello } from '../../../harness/hooks.ts';
import { openReceiver } from '../../../harness/receiver.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE, opened } from '../../../harness/world.ts';

const test = base
  .extend('sello', FILE, opened(openHookedSello))
  .extend('receiver', FILE, opened(openReceiver))
  .extend(
    'list',
    ({ sello, key }) =>
      async (id: string) =>
        (await sello.call('GET', `${API}/webhooks/${id}/deliveries?limit=100`, { key })).body,
  );

test('successful deliveries are listed in short, at most the newest hundred, and can be sent again', async ({
  sello,
  receiver,
  key,
  list,
}) => {
  const { id } = await sello.hook(key, receiver.url, ['key.created']);
  await sello.certify(key, 'x');
  await sello.call('PATCH', `${API}/webhooks/${id}`, { key, payload: { events: ['certificate.created'] } });
  await sello.certify(key, 'y');
  await sello.deliver();
  const { deliveries } = await list(id);
  expect(deliveries).toMatchObject([
    { status: 'delivered', attempts: 1, answer_status: 200, next_try_at: null },
  ]);
  expect(deliveries[0].body).toBe(receiver.received[0]?.text);
  const again = await sello.call('POST', `${API}/deliveries/${deliveries[0].id}/retry`, { key, payload: {} });
  expect(again.body.delivery).toMatchObject({ id: deliveries[0].id, status: 'waiting' });
  await sello.deliver();
  expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual([
    deliveries[0].event_id,
    deliveries[0].event_id,
  ]);
  expect((await list(id)).deliveries).toMatchObject([{ status: 'delivered', attempts: 2 }]);
  const one = await sello.call('GET', `${API}/deliveries/${deliveries[0].id}`, { key });
  expect(one.body.delivery).toEqual((await list(id)).deliveries[0]);
  const { 'webhook-timestamp': seconds } = receiver.received[1]?.headers ?? {};
  expect(Math.floor(Date.parse(one.body.delivery.attempted_at) / 1000)).toBe(Number(seconds));
});

test('another account’s delivery and an unknown one are not found', async ({
  sello,
  receiver,
  key,
  list,
}) => {
  const { key: other } = await sello.newAccount();
  const hook = await sello.hook(key, receiver.url, ['certificate.created']);
  await sello.certify(key, 'z');
  await sello.deliver();
  const [delivery] = (await list(hook.id)).deliveries;
  const answers = await Promise.all([
    sello.call('GET', `${API}/deliveries/${delivery.id}`, { key: other }),
    sello.call('GET', `${API}/deliveries/dlv_0000000000000000000000`, { key }),
    sello.call('GET', `${API}/deliveries/x`, { key }),
  ]);
  expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
    answers.map(() => [404, 'not_found']),
  );
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
});
