/** An invitation holds the address of somebody who may never have come, so it is forgotten a month after its end. */

import { forgetWhatEnded } from '../../../server/src/people/login/pg-sessions.ts';
import { signUp } from '../../harness/dashboard-person.ts';
import { freshAddress, inviteTo, signUpWith } from '../../harness/invitations.ts';
import { expect, testAlone as test } from '../../harness/world.ts';

const DAY_MS = 86_400_000;

test('accepted, revoked and expired invitations are deleted after thirty days, and open ones stay', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const invite = async () => {
    const email = freshAddress();
    const secret = await inviteTo(owner, email, 'viewer');
    return { email, secret };
  };
  const listed = async () => {
    await forgetWhatEnded(sello.database, sello.ports.now());
    const rows = await sello.database.query(
      'select email from invitations where account_id = $1 order by created_at',
      [owner.account.id],
    );
    return rows.map(({ email }) => email);
  };
  const [taken, revoked, late] = [await invite(), await invite(), await invite()];
  expect((await signUpWith(sello, taken.secret, taken.email)).status).toBe(201);
  const { invitations } = (await owner.call('GET', '/people')).body;
  const { id } = invitations.find(({ email }: { email: string }) => email === revoked.email);
  expect((await owner.call('DELETE', `/people/invitations/${id}`)).status).toBe(204);
  sello.advance(29 * DAY_MS);
  expect(await listed()).toEqual([taken.email, revoked.email, late.email]);
  sello.advance(2 * DAY_MS);
  // The invitation could be accepted for seven days.
  expect(await listed()).toEqual([late.email]);
  sello.advance(7 * DAY_MS);
  expect(await listed()).toEqual([]);
  // The seat of the person who accepted is not deleted with the invitation.
  const seats = 'select role from seats where account_id = $1 order by role';
  expect(await sello.database.query(seats, [owner.account.id])).toEqual([
    { role: 'owner' },
    { role: 'viewer' },
  ]);
});
