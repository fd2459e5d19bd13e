import { makeNextLot } from '../../../../server/src/certificates/batches/make-lot.ts';
import { makeAll, someItems } from '../../../harness/batch-items.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { testAlone as base, expect, FILE } from '../../../harness/world.ts';

const test = base
  .extend('client', FILE, ({ sello }) => sello.newAccount({ certificates: 1_000 }))
  .extend('ids', FILE, (): string[] => [])
  .extend(
    'get',
    ({ client, sello }) =>
      (path: string, key = client.key) =>
        sello.call('GET', `${API}/batches${path}`, { key }),
  );

test.beforeAll(async ({ sello, client, ids }) => {
  for (const count of [150, 1, 1]) {
    const payload = { items: someItems(count) };
    const { body } = await sello.call('POST', `${API}/batches`, { key: client.key, payload });
    ids.push(body.batch.id);
    sello.advance(5);
  }
  await makeNextLot(sello.ports);
});

const indexes = (body: { items: { index: number }[] }) => body.items.map(({ index }) => index);

test('items are listed in the order of the batch, each made one with its certificate', async ({
  ids,
  get,
}) => {
  const { status, body } = await get(`/${ids[0]}/items?limit=2`);
  expect(status).toBe(200);
  expect(body.pagination).toEqual({ limit: 2, offset: 0, total: 150, has_more: true });
  expect(body.items[0]).toMatchObject({
    id: `${ids[0]}-0`,
    object: 'batch_item',
    index: 0,
    status: 'made',
    file_name: 'item 0',
    certificate: { object: 'certificate', title: 'item 0' },
    error: null,
  });
  const waiting = await get(`/${ids[0]}/items?status=queued&limit=100`);
  expect(waiting.body.pagination).toEqual({ limit: 100, offset: 0, total: 50, has_more: false });
  expect(waiting.body.items[0]).toMatchObject({
    index: 100,
    status: 'queued',
    file_name: 'item 100',
    certificate: null,
  });
});

test('pages by offset and by after, in either order, list every item once', async ({ ids, get }) => {
  const after = await get(`/${ids[0]}/items?after=${ids[0]}-97&limit=4`);
  expect(indexes(after.body)).toEqual([98, 99, 100, 101]);
  expect(indexes((await get(`/${ids[0]}/items?offset=98&limit=4`)).body)).toEqual([98, 99, 100, 101]);
  expect(indexes((await get(`/${ids[0]}/items?order=desc&limit=2`)).body)).toEqual([149, 148]);
  expect(indexes((await get(`/${ids[0]}/items?order=desc&after=${ids[0]}-1`)).body)).toEqual([0]);
});

test('batches are listed newest first or oldest first, and read by their id', async ({ ids, get }) => {
  const listed = async (query: string) => (await get(query)).body.batches.map(({ id }: { id: string }) => id);
  expect(await listed('')).toEqual([...ids].reverse());
  expect(await listed('?order=asc')).toEqual(ids);
  expect(await listed(`?order=asc&after=${ids[0]}`)).toEqual(ids.slice(1));
  expect(await listed('?offset=1&limit=1')).toEqual([ids[1]]);
  const page = await get('?limit=2');
  expect(page.body.pagination).toEqual({ limit: 2, offset: 0, total: 3, has_more: true });
  expect((await get(`/${ids[0]}`)).body.batch).toMatchObject({ status: 'running', total: 150, made: 100 });
});

test('422 names what is wrong with a list', async ({ ids, get }) => {
  for (const [query, field] of [
    ['?limit=0', 'limit'],
    ['?limit=101', 'limit'],
    ['?sort=asc', 'sort'],
    ['?order=up', 'order'],
    ['?after=x', 'after'],
    [`?after=${ids[0]}&offset=1`, 'after'],
    [`/${ids[0]}/items?status=done`, 'status'],
    [`/${ids[0]}/items?after=${ids[1]}-0`, 'after'],
  ] as const)
    expect(expectRefusal(await get(query), 422, 'validation_failed')).toContain(field);
});

test('P21 another account, the other mode and an unknown id get the same 404', async ({
  sello,
  client,
  ids,
  get,
}) => {
  const foreign = await sello.newAccount();
  const trial = await sello.newKey(client.account, { mode: 'test' });
  const unknown = await get(`/${sello.ports.newId('bat')}`);
  expectRefusal(unknown, 404, 'not_found');
  for (const [path, key] of [
    [`/${ids[0]}`, foreign.key],
    [`/${ids[0]}`, trial.key],
    [`/${ids[0]}/items`, foreign.key],
    ['/x', client.key],
  ] as const)
    expect((await get(path, key)).text).toBe(unknown.text);
  expect((await get('', foreign.key)).body.batches).toEqual([]);
  await makeAll(sello);
});
