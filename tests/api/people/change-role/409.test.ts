import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { giveSeat, joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('the last owner cannot step down, and is told so before the password is asked for', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  await joinAs(sello, owner, 'admin');
  expectRefusal(await owner.call('PATCH', `/people/${owner.id}`, { role: 'admin' }), 409, 'last_owner');
  expectRefusal(await owner.call('DELETE', `/people/${owner.id}`), 409, 'last_owner');
});

test('if two owners step down at the same moment, one stays owner', async ({ sello }) => {
  const [ana, eva] = [await signUp(sello), await signUp(sello)];
  await giveSeat(sello, ana.account.id, eva, 'owner');
  const answers = await Promise.all(
    [ana, eva].map(({ call, id, password }) =>
      call('PATCH', `/people/${id}?account=${ana.account.id}`, { role: 'viewer', password }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
