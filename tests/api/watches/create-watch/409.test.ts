import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openEmployer } from '../../../harness/watches.ts';
import { expect, test } from '../../../harness/world.ts';

test('too_many_watches: an account follows at most 100,000; another account is not in the way', async ({
  council,
  sello,
}) => {
  const employer = await openEmployer(sello);
  await sello.database.query(
    `insert into watches (id, account_id, livemode, council_id, named, basis, status, created_at, updated_at)
     select 'wch_' || lpad(n::text, 22, '0'), $1, true, $2, n::text, 'consent', 'asked', now(), now()
       from generate_series(1, 100000) n`,
    [employer.accountId, council.accountId],
  );
  const asked = { council_id: council.accountId, number: 'x', surname: 'Luna' };
  expectRefusal(await employer.call('POST', '/watches', asked), 409, 'too_many_watches');
  await employer.must('DELETE', `/watches/wch_${'1'.padStart(22, '0')}`);
  expect((await employer.call('POST', '/watches', asked)).status).toBe(201);
  expect((await (await openEmployer(sello)).call('POST', '/watches', asked)).status).toBe(201);
});
