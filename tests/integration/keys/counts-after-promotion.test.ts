import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Database } from '../../../server/src/database/pool.ts';
import { hashSecret } from '../../../server/src/keys/key.ts';
import { makeAccess } from '../../../server/src/keys/rate-and-quota/pg-access.ts';
import { NOTHING } from '../../../server/src/operations/account-read.ts';
import { forFile } from '../../harness/for-file.ts';
import { openTestSello } from '../../harness/test-sello.ts';

let database: Database;
const sello = forFile(openTestSello);
beforeAll(async () => {
  database = connect({ url: sello.database.url }, 2);
});
afterAll(async () => {
  await database?.close();
});

test('P80 a call that was counted before a promotion is not given back, because its count may be gone', async () => {
  let promotions = 0;
  const access = makeAccess(database, () => promotions);
  const { key } = await sello.newAccount({ key: { ratePerMinute: 2 } });
  const secretHash = hashSecret('sello', key)!;
  const now = sello.ports.now();
  const admit = async () => {
    const admission = await access.admit(secretHash, ['verify:read'], now, NOTHING);
    return admission.verdict === 'admitted' ? admission.call : admission.verdict;
  };
  const [first, second] = [await admit(), await admit()];
  if (typeof first === 'string' || typeof second === 'string') throw new Error('refused too early');
  await access.giveBack(first, now);
  expect(typeof (await admit())).toBe('object');
  promotions += 1;
  expect(await access.giveBack(second, now)).toBeUndefined();
  expect(await admit()).toBe('rate_limit_exceeded');
});

test('P80 nor is a call whose giving back opens a connection to the new primary', async () => {
  let promotions = 0;
  const openedAfter: Pick<Database, 'transaction'> = {
    transaction(work) {
      promotions += 1;
      return database.transaction(work);
    },
  };
  const access = makeAccess({ ...database, ...openedAfter }, () => promotions);
  const { key } = await sello.newAccount({ key: { ratePerMinute: 1 } });
  const now = sello.ports.now();
  const admit = () => access.admit(hashSecret('sello', key)!, ['verify:read'], now, NOTHING);
  const admission = await admit();
  if (admission.verdict !== 'admitted') throw new Error('refused too early');
  expect(await access.giveBack(admission.call, now)).toBeUndefined();
  expect((await admit()).verdict).toBe('rate_limit_exceeded');
});
