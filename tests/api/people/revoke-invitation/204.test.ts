import { signUp } from '../../../harness/dashboard-person.ts';
import { freshAddress, inviteTo, signUpWith } from '../../../harness/invitations.ts';
import { expect, test } from '../../../harness/world.ts';

test('a revoked invitation lets nobody in, and the log says who revoked it', async ({ sello }) => {
  const owner = await signUp(sello);
  const email = freshAddress();
  const secret = await inviteTo(owner, email, 'viewer');
  const [{ id }] = (await owner.call('GET', '/people')).body.invitations;
  expect((await owner.call('DELETE', `/people/invitations/${id}`)).status).toBe(204);
  expect((await signUpWith(sello, secret, email)).status).toBe(404);
  const { people, invitations } = (await owner.call('GET', '/people')).body;
  expect([people.length, invitations[0].status]).toEqual([1, 'revoked']);
  const { events } = (await owner.call('GET', '/audit')).body;
  expect(events[0]).toMatchObject({ action: 'invitation.revoke', target: id, actor: { id: owner.id } });
});
