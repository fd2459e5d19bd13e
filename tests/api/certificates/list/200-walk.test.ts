import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE } from '../../../harness/world.ts';

const TOTAL = 12;

const test = base
  .extend('made', FILE, (): { id: string; created_at: string }[] => [])
  .extend(
    'call',
    ({ client, sello }) =>
      (query: string, key = client.key) =>
        sello.call('GET', `${API}/certificates?${query}`, { key }),
  )
  .extend(
    'walk',
    ({ call }) =>
      async (query: string, limit: number, meanwhile = async () => {}): Promise<string[]> => {
        const seen: string[] = [];
        for (;;) {
          const after = seen.length === 0 ? '' : `&after=${seen.at(-1)}`;
          const { status, body } = await call(`limit=${limit}&${query}${after}`);
          expect(status).toBe(200);
          seen.push(...body.certificates.map(({ id }: { id: string }) => id));
          if (!body.pagination.has_more) return seen;
          expect(body.certificates).toHaveLength(limit);
          await meanwhile();
        }
      },
  )
  .extend(
    'ids',
    ({ made }) =>
      () =>
        made.map(({ id }) => id),
  )
  .extend(
    'invoices',
    ({ ids }) =>
      () =>
        ids().filter((_, i) => i % 3 === 0),
  );

test.beforeAll(async ({ sello, client, made }) => {
  for (let i = 0; i < TOTAL; i++) {
    sello.advance(1_000);
    const document_type = i % 3 === 0 ? 'invoice' : 'contract';
    made.push(await sello.certify(client.key, `file ${i}`, { title: `Número ${i}`, document_type }));
  }
});

test('paging with after lists each certificate once, in either order, with and without filters', async ({
  walk,
  ids,
  invoices,
}) => {
  for (const limit of [1, 5, 12, 100]) {
    expect(await walk('', limit)).toEqual(ids().toReversed());
    expect(await walk('order=asc', limit)).toEqual(ids());
    expect(await walk('order=desc&document_type=invoice', limit)).toEqual(invoices().toReversed());
    expect(await walk('order=asc&q=numero', limit)).toEqual(ids());
    expect(await walk('order=asc&status=stamped', limit)).toEqual(ids());
  }
});

test('order=asc begins with the oldest, by offset too', async ({ call, ids }) => {
  const { body } = await call('order=asc&limit=3&offset=2');
  expect(body.certificates.map(({ id }: { id: string }) => id)).toEqual(ids().slice(2, 5));
  expect(body.pagination).toEqual({ limit: 3, offset: 2, total: TOTAL, has_more: true });
  const last = await call('order=asc&limit=3&offset=11');
  expect(last.body.pagination).toEqual({ limit: 3, offset: 11, total: TOTAL, has_more: false });
});

test('with after, the total still counts all matches, and offset is 0', async ({ call, invoices }) => {
  const { body } = await call(`limit=2&document_type=invoice&after=${invoices()[3]}`);
  expect(body.certificates.map(({ id }: { id: string }) => id)).toEqual([invoices()[2], invoices()[1]]);
  expect(body.pagination).toEqual({ limit: 2, offset: 0, total: 4, has_more: true });
});

test('after may be a certificate that does not match the filter', async ({ call, ids, invoices }) => {
  const { body } = await call(`document_type=invoice&after=${ids()[4]}`);
  expect(body.certificates.map(({ id }: { id: string }) => id)).toEqual([invoices()[1], invoices()[0]]);
});

test('created_from is inclusive, created_after is not', async ({ made, call }) => {
  const at = made[5]!.created_at;
  expect((await call(`created_from=${at}`)).body.pagination.total).toBe(TOTAL - 5);
  expect((await call(`created_after=${at}`)).body.pagination.total).toBe(TOTAL - 6);
});

test('pages stay as they are while certificates are added', async ({ sello, call }) => {
  const { key } = await sello.newAccount();
  const own: string[] = [];
  for (let i = 0; i < 6; i++) own.unshift((await sello.certify(key, `x ${i}`)).id);
  const seen: string[] = [];
  for (let page = 0; page < 3; page++) {
    const after = seen.length === 0 ? '' : `&after=${seen.at(-1)}`;
    const { body } = await call(`limit=2&q=contract${after}`, key);
    seen.push(...body.certificates.map(({ id }: { id: string }) => id));
    await sello.certify(key, `between ${page}`);
  }
  expect(seen).toEqual(own);
});

test('after and offset exclude each other, and after must be a certificate of the caller', async ({
  sello,
  call,
  ids,
}) => {
  const refused = async (query: string, key?: string) =>
    expectRefusal(await call(query, key), 422, 'validation_failed');
  expect(await refused(`after=${ids()[0]}&offset=0`)).toContain('exclude each other');
  expect(await refused('after=5')).toContain('`after` must be the id');
  const unknown = 'cert_0000000000000000000000';
  const other = await sello.newAccount();
  const foreign = (await sello.certify(other.key)).id;
  for (const query of [`after=${unknown}`, `after=${unknown}&q=a`, `after=${foreign}`])
    expect(await refused(query)).toContain('`after` names no certificate of your account');
  expect(await refused('order=newest')).toContain('`order` must be one of');
});
