import { signUp } from '../../../harness/dashboard-person.ts';
import { callerWith, freshAddress, inviteTo, signUpWith } from '../../../harness/invitations.ts';
import { joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('people who joined by invitation can open an account of their own, with its own free certificates', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const email = freshAddress();
  const call = callerWith(sello, await signUpWith(sello, await inviteTo(owner, email, 'viewer'), email));
  const { status, body } = await call('POST', '/accounts', { name: 'Notaría 9' });
  expect([status, body.account]).toMatchObject([201, { name: 'Notaría 9', certificates_left: 5, email }]);
  const { accounts } = (await call('GET', '/me')).body;
  expect(accounts.map(({ role }: { role: string }) => role).toSorted()).toEqual(['owner', 'viewer']);
  // The owner of the other account is not in the new one.
  const about = { 'sello-account': body.account.id };
  expect((await call('GET', '/people', undefined, about)).body.people).toHaveLength(1);
  expect((await owner.call('GET', '/people', undefined, about)).status).toBe(404);
});

test('closed accounts count too', async ({ sello }) => {
  const person = await joinAs(sello, await signUp(sello), 'viewer');
  const answer = await person.call('POST', '/accounts', { name: 'Otra' });
  expect([answer.status, answer.body.error]).toEqual([403, 'too_many_accounts']);
});
