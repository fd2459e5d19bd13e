import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('four eyes need a second person who decides', async ({ sello }) => {
  const owner = await signUp(sello);
  const on = () => owner.call('PATCH', '/account', { four_eyes: 'required' });
  for (const role of ['registrar', 'developer', 'certifier', 'viewer'] as const)
    await joinAs(sello, owner, role);
  expect(expectRefusal(await on(), 409, 'needs_second_approver')).toContain('`approver`');
  expect((await owner.call('GET', '/me')).body.account.four_eyes).toBe('off');
  await joinAs(sello, owner, 'approver');
  expect((await on()).status).toBe(200);
});
