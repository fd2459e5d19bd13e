/** Which items of a batch fail, which only wait, and what a retry does with both kinds. */

import { beforeAll, expect, test } from 'vitest';
import { makeNextLot } from '../../../../server/src/certificates/batches/make-lot.ts';
import { itemsNamed, makeAll, someItems } from '../../../harness/batch-items.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openFaultyPsc } from '../../../harness/faulty-psc.ts';
import { forFile } from '../../../harness/for-file.ts';
import { takeStock } from '../../../harness/take-stock.ts';
import { API, openTestSello, type TestAccount } from '../../../harness/test-sello.ts';

let caller: TestAccount;
const psc = forFile(openFaultyPsc);
const sello = forFile(() => openTestSello(psc.env));
beforeAll(async () => {
  caller = await sello.newAccount({ certificates: 1_000 });
});

const call = (method: 'GET' | 'POST', path: string, payload?: object, headers = {}) =>
  sello.call(method, `${API}${path}`, { key: caller.key, headers, ...(payload && { payload }) });

test('an id that was taken meanwhile fails only its own item and returns its allowance; once the id is free, a retry makes the item', async () => {
  const before = await takeStock(sello, caller);
  const [a, b, c] = itemsNamed(['a', 'b', 'c']);
  const items = [a, { ...b, external_id: 'wanted' }, c];
  const { id } = (await call('POST', '/batches', { items })).body.batch;
  const winner = await call('POST', '/certificates', { ...b, external_id: 'wanted' });
  const winnerId = winner.body.certificate.id;
  await makeAll(sello);
  expect((await call('GET', `/batches/${id}`)).body.batch).toMatchObject({
    status: 'completed',
    made: 2,
    failed: 1,
  });
  expect((await takeStock(sello, caller)).certificatesLeft).toBe(before.certificatesLeft - 3);
  const failed = (await call('GET', `/batches/${id}/items?status=failed`)).body;
  expect(failed.items).toMatchObject([
    {
      index: 1,
      status: 'failed',
      certificate: null,
      error: { code: 'external_id_taken' },
      external_id: 'wanted',
    },
  ]);
  expect(failed.items[0].error.message).toContain(winnerId);
  const spanish = await call('GET', `/batches/${id}/items?status=failed`, undefined, {
    'accept-language': 'es',
  });
  expect(spanish.body.items[0].error.message).toContain('es de');

  await sello.call('PATCH', `${API}/certificates/${winnerId}`, {
    key: caller.key,
    payload: { external_id: null },
  });
  const key = { 'idempotency-key': 'again' };
  const again = await call('POST', `/batches/${id}/retry`, undefined, key);
  expect([again.status, again.body.batch]).toMatchObject([202, { status: 'running', made: 2, failed: 0 }]);
  const replay = await call('POST', `/batches/${id}/retry`, undefined, key);
  expect([replay.body, replay.headers['idempotent-replayed']]).toEqual([again.body, 'true']);
  expect((await takeStock(sello, caller)).certificatesLeft).toBe(before.certificatesLeft - 4);
  await makeAll(sello);
  const { items: all } = (await call('GET', `/batches/${id}/items`)).body;
  expect(all.map(({ status }: { status: string }) => status)).toEqual(['made', 'made', 'made']);
  const nothing = await call('POST', `/batches/${id}/retry`);
  expect([nothing.status, nothing.body.batch.status]).toEqual([202, 'completed']);
});

test('an outage of the provider pauses the batch for growing times; nothing fails, and the batch continues by itself', async () => {
  const before = await takeStock(sello, caller);
  const { id } = (await call('POST', '/batches', { items: someItems(12, 'outage') })).body.batch;
  await psc.refuse();
  const asked = psc.calls;
  await makeAll(sello);
  await makeAll(sello);
  expect((await call('GET', `/batches/${id}`)).body.batch).toMatchObject({ made: 0, failed: 0 });
  expect(psc.calls - asked).toBeLessThan(12);
  const [pause] = await sello.database.query(
    'select outages, next_try_at > $2 as is_later from batches where id = $1',
    [id, sello.ports.now()],
  );
  expect(pause).toEqual({ outages: 1, is_later: true });
  await psc.listen();
  // After half a minute the breaker lets one stamp through, and so finds that the provider is back.
  sello.advance(31_000);
  expect(await makeNextLot(sello.ports)).toBe(true);
  await makeAll(sello);
  expect((await call('GET', `/batches/${id}`)).body.batch).toMatchObject({
    status: 'completed',
    made: 12,
    failed: 0,
  });
  expect((await takeStock(sello, caller)).certificatesLeft).toBe(before.certificatesLeft - 12);
});

test('402: a retry without enough allowance changes nothing; 404 for an unknown batch', async () => {
  caller = await sello.newAccount({ certificates: 2 });
  const [a] = itemsNamed(['poor']);
  const { id } = (await call('POST', '/batches', { items: [{ ...a, external_id: 'p' }] })).body.batch;
  await call('POST', '/certificates', { ...a, external_id: 'p' });
  await makeAll(sello);
  await call('POST', '/certificates', { ...a });
  const before = (await call('GET', `/batches/${id}`)).body;
  expect(before.batch).toMatchObject({ status: 'completed', failed: 1 });
  expectRefusal(await call('POST', `/batches/${id}/retry`), 402, 'allowance_exhausted');
  expect((await call('GET', `/batches/${id}`)).body).toEqual(before);
  expectRefusal(await call('POST', `/batches/${sello.ports.newId('bat')}/retry`), 404, 'not_found');
});
