import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { giveSeat } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('the last owner cannot leave, and is told so before the password is asked for', async ({ sello }) => {
  const owner = await signUp(sello);
  expectRefusal(await owner.call('DELETE', `/people/${owner.id}`), 409, 'last_owner');
  expect((await owner.call('GET', '/people')).body.people).toHaveLength(1);
});

test('if two owners leave at the same moment, one stays', async ({ sello }) => {
  const [ana, eva] = [await signUp(sello), await signUp(sello)];
  await giveSeat(sello, ana.account.id, eva, 'owner');
  const leave = (one: typeof ana) =>
    one.call('DELETE', `/people/${one.id}?account=${ana.account.id}`, { password: one.password });
  const answers = await Promise.all([leave(ana), leave(eva)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe('last_owner');
  const rows = await sello.database.query('select role from seats where account_id = $1', [ana.account.id]);
  expect(rows).toEqual([{ role: 'owner' }]);
});
