import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { freshAddress, inviteTo } from '../../../harness/invitations.ts';
import { expect, test } from '../../../harness/world.ts';

test('another person learns whose the invitation is by its mask alone, and uses nothing up', async ({
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
