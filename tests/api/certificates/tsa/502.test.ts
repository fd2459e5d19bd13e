import { openFaultyPsc } from '../../../harness/faulty-psc.ts';
import { queryFor, replyIn, sendQuery } from '../../../harness/timestamp-query.ts';
import { test as base, expect, FILE, opened } from '../../../harness/world.ts';

const test = base
  .extend(
    'psc',
    FILE,
    opened(() => openFaultyPsc(1_000)),
  )
  .extend('settings', FILE, ({ psc }) => psc.env);

test('where the provider fails, the reply says so, nothing is used up, and the next query is stamped', async ({
  psc,
  sello,
}) => {
  const { account, key } = await sello.newAccount();
  const before = await sello.certificatesLeft(account);
  psc.behave('server error');
  const refused = await sendQuery(sello, `Bearer ${key}`, queryFor('later'));
  expect([refused.status, refused.headers['content-type']]).toEqual([502, 'application/timestamp-reply']);
  expect(replyIn(refused)).toMatchObject({ status: 2, failInfo: ['timeNotAvailable'] });
  expect(await sello.certificatesLeft(account)).toBe(before);
  psc.behave('honest');
  expect((await sendQuery(sello, `Bearer ${key}`, queryFor('later'))).status).toBe(200);
});
