/** Webhooks in the dashboard: the same operations as with a key, for people who are logged in, in both modes. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, signUp } from '../../harness/dashboard-person.ts';
import { type HookedSello, openHookedSello } from '../../harness/hooks.ts';
import { openReceiver, type Receiver } from '../../harness/receiver.ts';
import { API } from '../../harness/test-sello.ts';

let sello: HookedSello;
let receiver: Receiver;
let person: Person;
let key: string;
beforeAll(async () => {
  sello = await openHookedSello();
  receiver = await openReceiver();
  person = await signUp(sello);
  ({ secret: key } = await person.newKey({ name: 'x', scopes: ['webhooks:read', 'certificates:write'] }));
});
afterAll(async () => {
  await sello.close();
  await receiver.close();
});

const make = (query = '', body: object = {}) =>
  person.call('POST', `/webhooks${query}`, { url: receiver.url, events: ['certificate.created'], ...body });

test('webhooks that a person adds are visible to keys of the same mode, and the audit log names the person', async () => {
  const { status, body } = await make();
  expect([status, body.webhook.livemode]).toEqual([201, true]);
  const { secret, ...record } = body.webhook;
  expect(secret).toMatch(/^whsec_/);
  const seen = await sello.call('GET', `${API}/webhooks/${record.id}`, { key });
  expect(seen.body.webhook).toEqual(record);
  const [entry] = (await person.call('GET', '/audit')).body.events;
  expect(entry).toMatchObject({ action: 'webhook.create', target: record.id, actor: { type: 'person' } });
});

test('each mode has its own webhooks, and nobody sees those of another account', async () => {
  const { body } = await make('?mode=test');
  expect(body.webhook.livemode).toBe(false);
  const { id } = body.webhook;
  expect((await person.call('GET', `/webhooks/${id}`)).status).toBe(404);
  expect((await person.call('GET', `/webhooks/${id}?mode=test`)).status).toBe(200);
  const other = await signUp(sello);
  for (const [method, path] of [
    ['GET', `/webhooks/${id}?mode=test`],
    ['PATCH', `/webhooks/${id}?mode=test`],
    ['DELETE', `/webhooks/${id}?mode=test`],
    ['POST', `/webhooks/${id}/rotate?mode=test`],
    ['POST', `/webhooks/${id}/test?mode=test`],
    ['GET', `/webhooks/${id}/deliveries?mode=test`],
  ] as const)
    expect([path, (await other.call(method, path, method === 'PATCH' ? {} : undefined)).status]).toEqual([
      path,
      404,
    ]);
  expect((await other.call('GET', '/webhooks?mode=test')).body.webhooks).toEqual([]);
});

test.for([
  [{ url: 'no address' }, 'url'],
  [{ url: 'http://10.0.0.1/' }, 'url'],
  [{ events: [] }, 'events'],
  [{ events: ['certificate.creatd'] }, 'certificate.created'],
  [{ description: 'a\nb' }, 'description'],
  [{ description: '\u0000' }, 'description'],
] as const)('%j is refused and names the field', async ([body, field]) => {
  const { status, body: refusal } = await make('', body);
  expect([status, refusal.error]).toEqual([422, 'validation_failed']);
  expect(refusal.message).toContain(field);
});

test('a session without a login gets 401, another type of body 415, and an unknown mode 422', async () => {
  expect((await sello.call('GET', '/api/dashboard/webhooks')).status).toBe(401);
  const headers = { cookie: person.cookie, 'content-type': 'text/plain' };
  const typed = await sello.call('POST', '/api/dashboard/webhooks', { headers, payload: '{}' });
  expect(typed.status).toBe(415);
  expect((await person.call('GET', '/webhooks?mode=other')).status).toBe(422);
});
