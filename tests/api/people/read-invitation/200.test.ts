import { signUp } from '../../../harness/dashboard-person.ts';
import { freshAddress, inviteTo } from '../../../harness/invitations.ts';
import { expect, test } from '../../../harness/world.ts';

test('the link shows who invites, the account, the role and the last day, but only a masked address', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const email = freshAddress();
  const secret = await inviteTo(owner, email, 'registrar');
  const { status, body } = await sello.call('GET', `/api/dashboard/invitations/${secret}`);
  expect([status, body]).toEqual([
    200,
    {
      invitation: {
        account: { id: owner.account.id, name: 'Ana Ñúñez' },
        invited_by: 'Ana Ñúñez',
        role: 'registrar',
        email: `${email[0]}…@example.com`,
        expires_at: expect.any(String),
        status: 'pending',
      },
    },
  ]);
});
