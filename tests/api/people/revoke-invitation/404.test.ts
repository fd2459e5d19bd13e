import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { freshAddress, inviteTo } from '../../../harness/invitations.ts';
import { expect, test } from '../../../harness/world.ts';

test('an invitation of another account is treated as unknown, and stays open', async ({ sello }) => {
  const [owner, stranger] = [await signUp(sello), await signUp(sello)];
  await inviteTo(owner, freshAddress(), 'viewer');
  const [{ id }] = (await owner.call('GET', '/people')).body.invitations;
  for (const one of [id, sello.ports.newId('inv'), 'x'])
    expectRefusal(await stranger.call('DELETE', `/people/invitations/${one}`), 404, 'not_found');
  expect((await owner.call('GET', '/people')).body.invitations[0].status).toBe('pending');
});
