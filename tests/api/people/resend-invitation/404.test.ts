import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { inviteTo } from '../../../harness/invitations.ts';
import { expect, test } from '../../../harness/world.ts';

test('an invitation that was accepted, revoked or belongs to another account cannot be resent', async ({
  sello,
}) => {
  const [owner, eva] = [await signUp(sello), await signUp(sello)];
  const resend = (by: typeof owner, id: string) => by.call('POST', `/people/invitations/${id}/resend`);
  const secret = await inviteTo(owner, eva.email, 'viewer');
  const [{ id }] = (await owner.call('GET', '/people')).body.invitations;
  expectRefusal(await resend(eva, id), 404, 'not_found');
  expect((await eva.call('POST', `/invitations/${secret}`, {})).status).toBe(200);
  expectRefusal(await resend(owner, id), 404, 'not_found');
  for (const unknown of [sello.ports.newId('inv'), 'x'])
    expectRefusal(await resend(owner, unknown), 404, 'not_found');
});
