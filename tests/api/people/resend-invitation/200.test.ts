import { signUp } from '../../../harness/dashboard-person.ts';
import { freshAddress, inviteTo, secretOf } from '../../../harness/invitations.ts';
import { joinAs } from '../../../harness/team.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

const DAY_MS = 86_400_000;

test('a resent invitation has a new secret, another seven days, and the resending person as its inviter', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const admin = await joinAs(sello, owner, 'admin');
  const old = await inviteTo(owner, freshAddress(), 'viewer');
  const [before] = (await owner.call('GET', '/people')).body.invitations;
  // An expired invitation can be resent too.
  sello.advance(8 * DAY_MS);
  const login = { email: admin.email, password: admin.password };
  const { headers } = await sello.call('POST', '/api/dashboard/login', { payload: login });
  const cookie = String([headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  const again = await sello.call('POST', `/api/dashboard/people/invitations/${before.id}/resend`, {
    headers: { cookie },
  });
  expect(again.status, again.text).toBe(200);
  expect(again.body.invitation).toMatchObject({ id: before.id, status: 'pending', invited_by: admin.id });
  const { expires_at } = again.body.invitation;
  expect(Date.parse(expires_at) - Date.parse(before.expires_at)).toBeGreaterThanOrEqual(8 * DAY_MS - 1_000);
  const read = async (secret: string) =>
    (await sello.call('GET', `/api/dashboard/invitations/${secret}`)).status;
  expect([await read(old), await read(secretOf(again))]).toEqual([404, 200]);
});
