import { turnOn } from '../../../harness/authenticator.ts';
import { signUp } from '../../../harness/dashboard-person.ts';
import { freshAddress, inviteTo } from '../../../harness/invitations.ts';
import { joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('everybody with a seat is listed with role, second factor and last visit, and so are open invitations', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  await turnOn(sello, owner);
  const viewer = await joinAs(sello, owner, 'viewer');
  const email = freshAddress();
  await inviteTo(owner, email, 'approver');
  const { status, body } = await owner.call('GET', '/people');
  expect([status, body]).toEqual([
    200,
    {
      people: [
        {
          person: { id: owner.id, name: 'Ana Ñúñez', email: owner.email, second_factor: true },
          role: 'owner',
          created_at: expect.any(String),
          last_seen_at: expect.any(String),
          invited_by: null,
        },
        {
          person: { id: viewer.id, name: 'Ana Ñúñez', email: viewer.email, second_factor: false },
          role: 'viewer',
          created_at: expect.any(String),
          last_seen_at: null,
          invited_by: null,
        },
      ],
      invitations: [
        {
          id: expect.stringMatching(/^inv_/),
          email,
          role: 'approver',
          created_at: expect.any(String),
          expires_at: expect.any(String),
          status: 'pending',
          invited_by: owner.id,
        },
      ],
    },
  ]);
});
