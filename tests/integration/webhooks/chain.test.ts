import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AnchoredSello, openAnchoredSello } from '../../harness/anchored-sello.ts';
import { type HookedSello, hooked } from '../../harness/hooks.ts';
import { openReceiver, type Receiver } from '../../harness/receiver.ts';
import { API } from '../../harness/test-sello.ts';

let world: AnchoredSello;
let sello: HookedSello;
let receiver: Receiver;

beforeEach(async () => {
  world = await openAnchoredSello('when told', { SELLO_WEBHOOK_ALLOW: '127.0.0.0/8' });
  sello = hooked(world.sello);
  receiver = await openReceiver();
});
afterEach(async () => {
  await world.close();
  await receiver.close();
});

const told = () => receiver.received.map(({ body }) => [body.type, body.data.id]);
const events = async (query = '') =>
  (await sello.call('GET', `${API}/events${query}`, { key: world.caller.key })).body;

test('P39 a certification is reported once the block is final, and so are a reorganisation and a second certification', async () => {
  const { key } = world.caller;
  await sello.hook(key, receiver.url, ['certificate.certified', 'certificate.reorganised']);
  const first = await world.certify();
  await world.anchorAndMine();
  const second = await world.certify();
  await sello.deliver();
  expect(told()).toEqual([['certificate.certified', first]]);
  expect(receiver.received[0]?.body.data).toEqual(await world.record(first));
  await world.anchorAndMine();
  await sello.deliver();
  expect(told().slice(1)).toEqual([['certificate.certified', second]]);

  await world.chain.drop(1);
  await world.anchor();
  expect((await world.record(second)).status).toBe('anchoring');
  await sello.deliver();
  expect(told().slice(2)).toEqual([['certificate.reorganised', second]]);
  await world.anchorAndMine();
  await sello.deliver();
  expect(told().slice(3)).toEqual([['certificate.certified', second]]);
  const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
  expect(new Set(ids).size).toBe(4);

  // The list has the same events in the same order under the same ids, and each event is found by its id.
  const list = await events('?type=certificate.certified,certificate.reorganised&order=asc');
  expect(list.events.map(({ id }: { id: string }) => id)).toEqual(ids);
  for (const event of list.events) {
    const { body } = await sello.call('GET', `${API}/events/${event.id}`, { key });
    expect(body.event).toEqual(event);
  }
});

test('an endpoint that was disabled for a while gets all events in order', async () => {
  const { key } = world.caller;
  const { id } = await sello.hook(key, receiver.url, ['certificate.certified', 'certificate.reorganised']);
  await sello.call('PATCH', `${API}/webhooks/${id}`, { key, payload: { status: 'disabled' } });
  const first = await world.certify();
  await world.anchorAndMine();
  const second = await world.certify();
  await world.anchorAndMine();
  await world.chain.drop(1);
  await world.anchor();
  await world.anchorAndMine();
  await sello.deliver();
  expect(told()).toEqual([]);
  await sello.call('PATCH', `${API}/webhooks/${id}`, { key, payload: { status: 'enabled' } });
  await sello.deliver();
  expect(told()).toEqual([
    ['certificate.certified', first],
    ['certificate.certified', second],
    ['certificate.reorganised', second],
    ['certificate.certified', second],
  ]);
});

test('the list of events can be paged in both directions without gaps or duplicates, over all sources', async () => {
  for (let n = 0; n < 5; n += 1) {
    await world.certify();
    if (n % 2 === 0) await world.anchorAndMine();
    await sello.newKey(world.caller.account, { name: `key ${n}` });
  }
  const all = (await events('?limit=100')).events;
  const types = all.map(({ type }: { type: string }) => type);
  expect(types.filter((type: string) => type === 'certificate.created')).toHaveLength(5);
  expect(types.filter((type: string) => type === 'certificate.certified')).toHaveLength(5);
  // The account's first key also causes an event.
  expect(types.filter((type: string) => type === 'key.created')).toHaveLength(6);
  const times = all.map(({ timestamp }: { timestamp: string }) => timestamp);
  expect(times).toEqual([...times].sort().reverse());
  for (const order of ['asc', 'desc']) {
    const walked: string[] = [];
    for (let after = ''; ; after = `&after=${walked.at(-1)}`) {
      const page = await events(`?limit=3&order=${order}${after}`);
      walked.push(...page.events.map(({ id }: { id: string }) => id));
      if (!page.pagination.has_more) break;
    }
    const ids = all.map(({ id }: { id: string }) => id);
    expect(walked).toEqual(order === 'desc' ? ids : ids.toReversed());
  }
  const middle = await events('?limit=4&offset=5');
  expect(middle.events).toEqual(all.slice(5, 9));
  const keys = await events('?type=key.created');
  expect(keys.events).toHaveLength(6);
  expect(keys.pagination).toMatchObject({ total: 6, has_more: false });
});

test('events are thirty days old at most', async () => {
  await world.certify();
  await world.anchorAndMine();
  const [{ id }] = (await events()).events;
  sello.advance(31 * 86_400_000);
  expect((await events()).events).toEqual([]);
  const gone = await sello.call('GET', `${API}/events/${id}`, { key: world.caller.key });
  expect(gone.status).toBe(404);
  const after = await sello.call('GET', `${API}/events?after=${id}`, { key: world.caller.key });
  expect(after.status).toBe(422);
});
