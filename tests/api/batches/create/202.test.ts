import { createHash } from 'node:crypto';
import { itemsNamed, makeAll, someItems } from '../../../harness/batch-items.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE } from '../../../harness/world.ts';

const test = base
  .extend('client', FILE, ({ sello }) => sello.newAccount({ certificates: 5_000 }))
  .extend(
    'post',
    ({ client, sello }) =>
      (payload: object | string, headers: Record<string, string> = {}, key = client.key) =>
        sello.call('POST', `${API}/batches`, { key, payload, headers }),
  )
  .extend(
    'get',
    ({ sello, client }) =>
      (path: string) =>
        sello.call('GET', `${API}${path}`, { key: client.key }),
  );

test('a batch is answered before its certificates are made; it is one call, and its allowance is reserved', async ({
  sello,
  client,
  post,
  get,
}) => {
  const before = await takeStock(sello, client);
  const { status, headers, body } = await post({ items: someItems(250, 'first') });
  expect(status).toBe(202);
  expect(headers.location).toBe(`${sello.config.baseUrl}${API}/batches/${body.batch.id}`);
  expect(body.batch).toMatchObject({
    id: expect.stringMatching(/^bat_[0-9A-Za-z]{22}$/),
    object: 'batch',
    livemode: true,
    status: 'queued',
    total: 250,
    made: 0,
    failed: 0,
  });
  expect(await takeStock(sello, client)).toMatchObject({
    certificates: before.certificates,
    certificatesLeft: before.certificatesLeft - 250,
    monthCalls: before.monthCalls + 1,
  });
  await makeAll(sello);
  const after = (await get(`/batches/${body.batch.id}`)).body.batch;
  expect(after).toMatchObject({ status: 'completed', total: 250, made: 250, failed: 0 });
  expect(await takeStock(sello, client)).toMatchObject({
    certificates: before.certificates + 250,
    certificatesLeft: before.certificatesLeft - 250,
  });
});

test('each item is a certificate of its own with a stamp of its own, numbered in the order of the batch', async ({
  sello,
  post,
  get,
}) => {
  const items = itemsNamed(['a', 'b', 'c'], { document_type: 'acta', metadata: { lote: '7' } });
  await post({ items });
  await makeAll(sello);
  const { certificates } = (await get('/certificates?limit=3')).body;
  expect(certificates.map(({ title }: { title: string }) => title)).toEqual(['c', 'b', 'a']);
  expect(new Set(certificates.map(({ nom151 }: { nom151: { serial: string } }) => nom151.serial)).size).toBe(
    3,
  );
  for (const certificate of certificates) {
    expect(certificate).toMatchObject({
      document_type: 'acta',
      metadata: { lote: '7' },
      file: {
        stored: false,
        sha256: createHash('sha256').update(certificate.title).digest('hex'),
      },
    });
  }
});

test('NDJSON makes the same batch: a retry in the other encoding gets the first answer', async ({
  sello,
  post,
}) => {
  const items = itemsNamed(['x', 'y'], { external_id: undefined });
  const headers = { 'idempotency-key': 'two-encodings' };
  const first = await post({ items }, headers);
  const lines = `${items.map((item) => JSON.stringify(item)).join('\n\n')}\r\n`;
  const again = await post(lines, { ...headers, 'content-type': 'application/x-ndjson' });
  expect([again.status, again.headers['idempotent-replayed']]).toEqual([202, 'true']);
  expect(again.body).toEqual(first.body);
  expectRefusal(await post({ items: itemsNamed(['y', 'x']) }, headers), 422, 'idempotency_key_reused');
  await makeAll(sello);
});

test('a batch in test mode uses no allowance, and a valid Content-Digest is accepted', async ({
  sello,
  client,
  post,
}) => {
  const { key } = await sello.newKey(client.account, { mode: 'test' });
  const before = await takeStock(sello, client);
  const payload = JSON.stringify({ comment: { ignored: ['[', '"]'] }, items: someItems(2, 'trial') });
  const digest = `sha-512=:${createHash('sha512').update(payload).digest('base64')}:`;
  const answer = await post(payload, { 'content-type': 'application/json', 'content-digest': digest }, key);
  expect([answer.status, answer.body.batch?.livemode]).toEqual([202, false]);
  await makeAll(sello);
  expect((await takeStock(sello, client)).certificatesLeft).toBe(before.certificatesLeft);
});

test('ten thousand items are taken', async ({ sello, post }) => {
  const rich = await sello.newAccount({ certificates: 10_000 });
  const { status, body } = await post({ items: someItems(10_000, 'many') }, {}, rich.key);
  expect([status, body.batch?.total]).toEqual([202, 10_000]);
  expect((await takeStock(sello, rich)).certificatesLeft).toBe(0);
});
