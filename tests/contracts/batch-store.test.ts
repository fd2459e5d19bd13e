/**
 * The contract of the store of batches, on PostgreSQL: all or nothing, one worker at a time, nothing lost when a
 * process dies.
 */

import { expect, test } from 'vitest';
import {
  type Batch,
  type BatchItem,
  LOT_ITEMS,
  statusOf,
} from '../../server/src/certificates/batches/batch.ts';
import type { LotResult, TakenLot } from '../../server/src/certificates/batches/ports.ts';
import { parseSha256Hex } from '../../server/src/kernel/sha256.ts';
import { forFile } from '../harness/for-file.ts';
import { openTestSello, type TestAccount, type TestSello } from '../harness/test-sello.ts';

const sello = forFile(openTestSello);

const store = (of: TestSello = sello) => of.ports.batches;
const ownerOf = ({ account }: TestAccount, livemode = true) => ({ accountId: account.id, livemode });
const FAILED = { code: 'psc_error', text: { en: 'No.', es: 'No.' } };
const PAGE = { limit: 100, offset: 0, after: undefined, order: 'asc' } as const;

function newBatch(total: number, fields: Partial<BatchItem> = {}): { batch: Batch; items: BatchItem[] } {
  const createdAt = sello.ports.now();
  const sha256 = parseSha256Hex('ab'.repeat(32));
  if (sha256 === undefined) throw new Error('a hash');
  const items = Array.from({ length: total }, (_, i) => ({
    id: sello.ports.newId('cert'),
    sha256,
    name: `item ${i}`,
    mime: 'text/plain',
    title: 'x',
    ...fields,
  }));
  const id = sello.ports.newId('bat');
  const counts = { total, made: 0, failed: 0, isTaken: false };
  return {
    batch: {
      id,
      livemode: true,
      stamp: 'own' as const,
      keyId: undefined,
      ...counts,
      createdAt,
      updatedAt: createdAt,
    },
    items,
  };
}

const allFailed = (lot: TakenLot): LotResult => ({
  made: [],
  failed: lot.items.map(({ place }) => ({ place, error: FAILED })),
  retryAt: undefined,
});

/** Fails all waiting batches: those of other tests would be taken before this test's batch. */
async function failAll(): Promise<void> {
  for (let lot = await store().take(sello.ports.now()); lot !== undefined; ) {
    await store().write(lot, allFailed(lot), sello.ports.now());
    lot = await store().take(sello.ports.now());
  }
}

test('create reserves the allowance for all of its items, or writes nothing', async () => {
  const account = await sello.newAccount({ certificates: 5 });
  const owner = ownerOf(account);
  const large = newBatch(6);
  expect(await store().create(owner, large, undefined)).toBe('allowance_exhausted');
  expect(await store().one(owner, large.batch.id)).toBeUndefined();
  expect(await sello.certificatesLeft(account.account)).toBe(5);
  const small = newBatch(5);
  expect(await store().create(owner, small, undefined)).toBe('written');
  expect(await sello.certificatesLeft(account.account)).toBe(0);
  expect(await store().one(owner, small.batch.id)).toMatchObject({ total: 5, made: 0, keyId: undefined });
  await failAll();
});

test('create names the item whose external id is taken, and writes nothing', async () => {
  const account = await sello.newAccount();
  const { id } = await sello.certify(account.key, 'x', { external_id: 'mine' });
  const { batch, items } = newBatch(3);
  const taken = items.map((item, i) => (i === 2 ? { ...item, externalId: 'mine' } : item));
  const outcome = await store().create(ownerOf(account), { batch, items: taken }, undefined);
  expect(outcome).toEqual({ place: 2, externalId: 'mine', takenBy: id });
  expect(await store().one(ownerOf(account), batch.id)).toBeUndefined();
});

test('only its owner, in its mode, can read it, its page and its items', async () => {
  const [account, other] = [await sello.newAccount(), await sello.newAccount()];
  const { batch, items } = newBatch(2);
  await store().create(ownerOf(account), { batch, items }, undefined);
  for (const stranger of [ownerOf(other), ownerOf(account, false)]) {
    expect(await store().one(stranger, batch.id)).toBeUndefined();
    expect((await store().page(stranger, PAGE)).batches).toEqual([]);
    expect(await store().retry(stranger, batch.id, sello.ports.now(), undefined)).toBeUndefined();
  }
  // `items` need not check the mode, because `one` is called first and does.
  expect((await store().items(ownerOf(other), batch.id, undefined, PAGE)).items).toEqual([]);
  const { items: own, hasMore } = await store().items(ownerOf(account), batch.id, 'queued', {
    ...PAGE,
    limit: 1,
  });
  expect([own.map(({ place }) => place), hasMore]).toEqual([[0], true]);
  await failAll();
});

test('take returns the items in order, one lot at a time; nobody else gets the batch while this process lives', async () => {
  const account = await sello.newAccount();
  const { batch, items } = newBatch(LOT_ITEMS + 1);
  await store().create(ownerOf(account), { batch, items }, undefined);
  const other = await sello.another();
  const lot = await store().take(sello.ports.now());
  expect(lot?.batch.id).toBe(batch.id);
  expect(lot?.items.map(({ place }) => place)).toEqual(Array.from({ length: LOT_ITEMS }, (_, i) => i));
  expect(await store(other).take(sello.ports.now())).toBeUndefined();
  const found = await store().one(ownerOf(account), batch.id);
  expect(found && statusOf(found)).toBe('running');
  await other.close();
  await failAll();
});

test('items taken by a process that ended are taken by another at once, completely, and a late result of the first is not written', async () => {
  const account = await sello.newAccount();
  const { batch, items } = newBatch(2);
  await store().create(ownerOf(account), { batch, items }, undefined);
  const dying = await sello.another();
  const lost = await store(dying).take(sello.ports.now());
  await dying.close();
  const lot = await store().take(sello.ports.now());
  expect([lost?.batch.id, lot?.batch.id]).toEqual([batch.id, batch.id]);
  expect(lot?.items).toEqual(lost?.items);
  const late = await sello.another();
  if (lost === undefined) throw new Error('the lot was taken');
  expect(await store(late).write(lost, allFailed(lost), sello.ports.now())).toBeUndefined();
  expect(await store().one(ownerOf(account), batch.id)).toMatchObject({ made: 0, failed: 0 });
  await late.close();
  await failAll();
});

test('failed items return their allowance, and retry reserves it again, or changes nothing', async () => {
  const account = await sello.newAccount({ certificates: 3 });
  const owner = ownerOf(account);
  const { batch, items } = newBatch(3);
  await store().create(owner, { batch, items }, undefined);
  await failAll();
  expect(await sello.certificatesLeft(account.account)).toBe(3);
  expect(await store().one(owner, batch.id)).toMatchObject({ made: 0, failed: 3 });
  const { items: judged } = await store().items(owner, batch.id, 'failed', PAGE);
  expect(judged.map(({ error }) => error)).toEqual([FAILED, FAILED, FAILED]);

  await sello.certify(account.key, 'one of three');
  expect(await store().retry(owner, batch.id, sello.ports.now(), undefined)).toBe('allowance_exhausted');
  expect(await store().one(owner, batch.id)).toMatchObject({ failed: 3 });
  await sello.database.query(
    'update accounts set certificates_left = 3 where id = $1',
    [owner.accountId],
    'give',
  );
  expect(await store().retry(owner, batch.id, sello.ports.now(), undefined)).toMatchObject({ failed: 0 });
  expect(await sello.certificatesLeft(account.account)).toBe(0);
  await failAll();
});

test('after a failure of the provider, the rest waits until the next attempt', async () => {
  const account = await sello.newAccount();
  const { batch, items } = newBatch(1);
  await store().create(ownerOf(account), { batch, items }, undefined);
  const lot = await store().take(sello.ports.now());
  if (lot === undefined) throw new Error('the lot was taken');
  const retryAt = new Date(sello.ports.now().getTime() + 60_000);
  await store().write(lot, { made: [], failed: [], retryAt }, sello.ports.now());
  expect(await store().take(sello.ports.now())).toBeUndefined();
  const again = await store().take(retryAt);
  expect([again?.batch.id, again?.outages]).toEqual([batch.id, 1]);
  if (again !== undefined) await store().write(again, allFailed(again), retryAt);
});
