import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { freshAddress, inviteTo } from '../../../harness/invitations.ts';
import { expect, test } from '../../../harness/world.ts';

test('another person sees only a masked address of the invitation, and does not use it up', async ({
  sello,
}) => {
  const [owner, other] = [await signUp(sello), await signUp(sello)];
  const email = freshAddress();
  const secret = await inviteTo(owner, email, 'viewer');
  const message = expectRefusal(await other.call('POST', `/invitations/${secret}`, {}), 403, 'wrong_person');
  expect(message).toContain(`\`${email[0]}…@example.com\``);
  expect(message).not.toContain(email);
  expect((await owner.call('GET', '/people')).body.invitations[0].status).toBe('pending');
});
