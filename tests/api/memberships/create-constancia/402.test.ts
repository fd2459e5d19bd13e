import { openCouncil, RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('without allowance there is no constancia, and there is one once there is allowance', async ({
  sello,
}) => {
  const { account, key } = await sello.newAccount({ certificates: 0 });
  const council = await openCouncil(sello, key);
  const { id } = await council.endingOn(council.today(30), { rules: { ...RULES, requirements: [] } });
  const { renewal } = await council.must('POST', `/memberships/${id}/renewals`, { approve: true });
  const ask = () => council.call('POST', `/renewals/${renewal.id}/constancia`, {});
  const refused = await ask();
  expect([refused.status, refused.body.error]).toEqual([402, 'allowance_exhausted']);
  await sello.database.query('update accounts set certificates_left = 1 where id = $1', [account.id]);
  const made = await ask();
  expect([made.status, made.body.renewal.constancia.status]).toEqual([201, 'certified']);
  expect(await sello.certificatesLeft(account)).toBe(0);
});
