/** External ids and metadata: both encodings accept them, and no id can be used twice. */

import { randomBytes } from 'node:crypto';
import { fingerprintOf } from '../../../../server/src/certificates/request-fingerprint.ts';
import type { Sha256Hex } from '../../../../server/src/kernel/sha256.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openFaultyPsc } from '../../../harness/faulty-psc.ts';
import { fileForm } from '../../../harness/multipart.ts';
import { afterOneCall, takeStock } from '../../../harness/take-stock.ts';
import { API } from '../../../harness/test-sello.ts';
import { test as base, expect, FILE, opened } from '../../../harness/world.ts';

const test = base
  .extend('psc', FILE, opened(openFaultyPsc))
  .extend('settings', FILE, ({ psc }) => psc.env)
  .extend('client', FILE, ({ sello }) => sello.newAccount({ certificates: 5_000 }))
  .extend(
    'post',
    ({ client, sello }) =>
      (payload: object, { key = client.key, from = sello, headers = {} } = {}) =>
        from.call('POST', `${API}/certificates`, { key, payload, headers }),
  );

const item = (fields: object = {}) => ({
  sha256: randomBytes(32).toString('hex'),
  file_name: 'a.bin',
  ...fields,
});

test('both encodings keep external_id and metadata, and the record gives them back', async ({
  sello,
  client,
  post,
}) => {
  const metadata = { order: '1042', ñ: '' };
  const json = await post(item({ external_id: 'json-1', metadata }));
  expect(json.body.certificate).toMatchObject({ external_id: 'json-1', metadata });
  const form = fileForm('x', { external_id: 'form-1', metadata: JSON.stringify(metadata) });
  const multipart = await sello.call('POST', `${API}/certificates`, { key: client.key, ...form });
  expect(multipart.body.certificate).toMatchObject({ external_id: 'form-1', metadata });
  const { id } = multipart.body.certificate;
  const read = await sello.call('GET', `${API}/certificates/${id}`, { key: client.key });
  expect(read.body.certificate).toEqual(multipart.body.certificate);
});

test('a taken id is refused with the id of its certificate, before a stamp is bought, and nothing is used up', async ({
  psc,
  sello,
  client,
  post,
}) => {
  const first = await post(item({ external_id: 'taken' }));
  for (const headers of [{}, { 'idempotency-key': 'doomed' }]) {
    const before = await takeStock(sello, client);
    const stamped = psc.calls;
    const answer = await post(item({ external_id: 'taken' }), { headers });
    expect(expectRefusal(answer, 409, 'external_id_taken')).toContain(first.body.certificate.id);
    expect(psc.calls).toBe(stamped);
    expect(await takeStock(sello, client)).toEqual(afterOneCall(before));
  }
  const poor = await sello.newAccount({ certificates: 2 });
  await post(item({ external_id: 'taken' }), { key: poor.key });
  const before = await takeStock(sello, poor);
  expectRefusal(await post(item({ external_id: 'taken' }), { key: poor.key }), 409, 'external_id_taken');
  expect(await takeStock(sello, poor)).toEqual(afterOneCall(before));
});

test('the other mode and another account may use the same id', async ({ sello, client, post }) => {
  const trial = await sello.newKey(client.account, { mode: 'test' });
  const other = await sello.newAccount();
  for (const key of [client.key, trial.key, other.key])
    expect((await post(item({ external_id: 'shared' }), { key })).status).toBe(201);
});

test('of twenty with the same id at once in two processes, one is written, other certificates do not fail, and nothing is lost', async ({
  sello,
  client,
  post,
}) => {
  const beside = await sello.another();
  const before = await takeStock(sello, client);
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => {
      const fields = i % 2 === 0 ? { external_id: 'race' } : {};
      return post(item(fields), { from: i % 4 < 2 ? sello : beside });
    }),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((_, i) => i % 2 === 1)).toEqual(Array(10).fill(201));
  expect(statuses.filter((_, i) => i % 2 === 0).sort()).toEqual([201, ...Array(9).fill(409)]);
  const winner = answers.find(({ status }, i) => i % 2 === 0 && status === 201)?.body.certificate.id;
  for (const { status, body } of answers) if (status === 409) expect(body.message).toContain(winner);
  const after = await takeStock(sello, client);
  expect(after).toMatchObject({
    certificates: before.certificates + 11,
    certificatesLeft: before.certificatesLeft - 11,
    reservations: 0,
  });
});

test('a retry with the fields in another order gets the first answer; other fields are other content', async ({
  post,
}) => {
  const headers = { 'idempotency-key': 'labels' };
  const asked = item({ external_id: 'once', metadata: { a: '1', b: '2' } });
  const first = await post(asked, { headers });
  const again = await post({ ...asked, metadata: { b: '2', a: '1' } }, { headers });
  expect([again.headers['idempotent-replayed'], again.body]).toEqual(['true', first.body]);
  const other = await post({ ...asked, metadata: { a: '1' } }, { headers });
  expectRefusal(other, 422, 'idempotency_key_reused');
});

test('a request without the new fields is recognised as the one that an earlier version stored', () => {
  const asked = {
    sha256: 'ab'.repeat(32) as Sha256Hex,
    name: 'a.txt',
    mime: 'text/plain',
    title: 'A',
    description: undefined,
    documentType: 'x',
    externalId: undefined,
    metadata: {},
    sizeBytes: 3,
    wasSent: true,
  };
  expect(Buffer.from(fingerprintOf(asked)).toString('hex')).toBe(
    'baed0862132f58474c04b01a4c39670d55fcbf2a0a3d45b9bb8ada999021b94e',
  );
});
