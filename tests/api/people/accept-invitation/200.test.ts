import { signUp } from '../../../harness/dashboard-person.ts';
import { inviteTo } from '../../../harness/invitations.ts';
import { expect, test } from '../../../harness/world.ts';

test('a person with an account of their own accepts another seat, and their session continues', async ({
  sello,
}) => {
  const [owner, eva] = [await signUp(sello), await signUp(sello)];
  const secret = await inviteTo(owner, eva.email.toUpperCase(), 'approver');
  const shown = await sello.call('GET', `/api/dashboard/invitations/${secret}`);
  expect([shown.status, shown.body.invitation]).toMatchObject([
    200,
    { account: { id: owner.account.id }, invited_by: 'Ana Ñúñez', role: 'approver', status: 'pending' },
  ]);
  expect(shown.text.toLowerCase()).not.toContain(eva.email);
  const taken = await eva.call('POST', `/invitations/${secret}`, {});
  expect([taken.status, taken.body.account.id]).toEqual([200, owner.account.id]);
  const roles = (await eva.call('GET', '/me')).body.accounts.map(({ role }: { role: string }) => role);
  expect(roles.toSorted()).toEqual(['approver', 'owner']);
  // If a crash lost that answer, the person can reload the page and is told that the seat is theirs; nobody else is.
  expect((await eva.call('GET', `/invitations/${secret}`)).body.invitation.status).toBe('accepted');
  expect((await owner.call('GET', `/invitations/${secret}`)).status).toBe(404);
});

test('an invitation that is accepted twice at once, by log-in or sign-up, gives one seat', async ({
  sello,
}) => {
  const [owner, eva] = [await signUp(sello), await signUp(sello)];
  const secret = await inviteTo(owner, eva.email, 'viewer');
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => eva.call('POST', `/invitations/${secret}`, {})),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
  const { people } = (await owner.call('GET', '/people')).body;
  expect(people).toHaveLength(2);
  const { events } = (await owner.call('GET', '/audit')).body;
  expect(events.filter(({ action }: { action: string }) => action === 'person.join')).toHaveLength(1);
});
