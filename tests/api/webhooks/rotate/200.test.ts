import { openHookedSello, verify } from '../../../harness/hooks.ts';
import { openReceiver } from '../../../harness/receiver.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE, opened } from '../../../harness/world.ts';

const test = base
  .extend('sello', FILE, opened(openHookedSello))
  .extend('receiver', FILE, opened(openReceiver))
  .extend('sent', ({ sello, key, receiver }) => async () => {
    await sello.certify(key, String(receiver.received.length));
    await sello.deliver();
    const last = receiver.received.at(-1);
    if (last === undefined) throw new Error('nothing was sent');
    return last;
  });

test('P22 both secrets sign for a day, then only the new one', async ({ sello, receiver, key, sent }) => {
  const { id, secret } = await sello.hook(key, receiver.url);
  const answer = await sello.call('POST', `${API}/webhooks/${id}/rotate`, { key, payload: {} });
  expect(answer.status).toBe(200);
  const { secret: fresh, old_secret_ends_at } = answer.body.webhook;
  expect(fresh).not.toBe(secret);
  expect(Date.parse(old_secret_ends_at) - sello.ports.now().getTime()).toBeGreaterThan(86_000_000);
  const during = await sent();
  expect(String(during.headers['webhook-signature']).split(' ')).toHaveLength(2);
  expect(verify(secret, during)).toEqual(during.body);
  expect(verify(fresh, during)).toEqual(during.body);
  sello.advance(86_400_001);
  const later = await sent();
  expect(String(later.headers['webhook-signature']).split(' ')).toHaveLength(1);
  const { body } = await sello.call('GET', `${API}/webhooks/${id}`, { key });
  expect(body.webhook.old_secret_ends_at).toBeNull();
});
