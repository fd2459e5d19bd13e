import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HookedSello, openHookedSello } from '../../../harness/hooks.ts';
import { openReceiver, type Receiver } from '../../../harness/receiver.ts';
import { API } from '../../../harness/test-sello.ts';

let sello: HookedSello;
let receiver: Receiver;
let key: string;
beforeAll(async () => {
  sello = await openHookedSello();
  receiver = await openReceiver();
  ({ key } = await sello.newAccount());
});
afterAll(async () => {
  await sello.close();
  await receiver.close();
});

const list = async (id: string) =>
  (await sello.call('GET', `${API}/webhooks/${id}/deliveries?limit=100`, { key })).body;

test('what was taken is shown in short, the newest hundred of it, and can be sent again', async () => {
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
});
