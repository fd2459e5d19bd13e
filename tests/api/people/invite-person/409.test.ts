import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { freshAddress } from '../../../harness/invitations.ts';
import { expect, test } from '../../../harness/world.ts';

test('fifty invitations may be open; revoking one makes room for another', async ({ sello }) => {
  const owner = await signUp(sello);
  const now = sello.ports.now();
  for (let made = 0; made < 50; made += 1)
    await sello.database.query(
      `insert into invitations (id, account_id, email, role, secret_hash, invited_by, created_at, expires_at)
       values ($1, $2, $3, 'viewer', sha256(convert_to($1, 'UTF8')), $4, $5, $5::timestamptz + interval '7 days')`,
      [sello.ports.newId('inv'), owner.account.id, freshAddress(), owner.id, now],
    );
  const invite = () => owner.call('POST', '/people/invitations', { email: freshAddress(), role: 'viewer' });
  expectRefusal(await invite(), 409, 'too_many_invitations');
  const [{ id }] = (await owner.call('GET', '/people')).body.invitations;
  expect((await owner.call('DELETE', `/people/invitations/${id}`)).status).toBe(204);
  expect((await invite()).status).toBe(201);
});
