import { newOperator } from '../../../harness/operator.ts';
import { expect, test } from '../../../harness/world.ts';

test('the highest limits of an account are set and removed again', async ({ sello }) => {
  const operator = await newOperator(sello);
  const { account } = await sello.newAccount();
  const limit = (body: object) => operator.operate('PATCH', `/accounts/${account.id}`, body);
  const set = await limit({ max_rate_per_minute: 90, max_monthly_quota: 5_000 });
  expect(set.body.account).toMatchObject({ max_rate_per_minute: 90, max_monthly_quota: 5_000 });
  const back = await limit({ max_rate_per_minute: null });
  expect(back.body.account).toMatchObject({ max_rate_per_minute: null, max_monthly_quota: 5_000 });
  expect((await limit({})).status).toBe(422);
});
