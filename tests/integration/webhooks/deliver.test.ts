import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type HookedSello, openHookedSello, verify } from '../../harness/hooks.ts';
import { openReceiver, type Receiver } from '../../harness/receiver.ts';
import { API } from '../../harness/test-sello.ts';

let sello: HookedSello;
let receiver: Receiver;

beforeAll(async () => {
  sello = await openHookedSello();
});
afterAll(() => sello.close());
beforeEach(async () => {
  receiver = await openReceiver();
});
afterEach(() => receiver.close());

test('P39 certificates are reported in order, signed as a foreign library expects, with the record as GET returns it', async () => {
  const { key } = await sello.newAccount();
  await sello.certify(key, 'before');
  const { secret } = await sello.hook(key, receiver.url);
  const made = [await sello.certify(key, 'one'), await sello.certify(key, 'two')];
  await sello.deliver();
  expect(receiver.types()).toEqual(['certificate.created', 'certificate.created']);
  for (const [i, one] of receiver.received.entries()) {
    expect(verify(secret, one)).toEqual(one.body);
    expect(one.body.data.id).toBe(made[i].id);
    const { body } = await sello.call('GET', `${API}/certificates/${made[i].id}`, { key });
    expect(one.body.data).toEqual(body.certificate);
    expect(one.body.timestamp).toBe(made[i].created_at);
  }
  expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2);
  await sello.deliver();
  expect(receiver.received).toHaveLength(2);
});
