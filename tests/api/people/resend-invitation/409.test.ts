import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { freshAddress } from '../../../harness/invitations.ts';
import { expect, test } from '../../../harness/world.ts';

test('resending an expired invitation counts as a new one: while fifty are open it is refused', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const now = sello.ports.now();
  const put = async (days: number) => {
    const id = sello.ports.newId('inv');
    await sello.database.query(
      `insert into invitations (id, account_id, email, role, secret_hash, invited_by, created_at, expires_at)
       values ($1, $2, $3, 'viewer', sha256(convert_to($1, 'UTF8')), $4, $5, $5::timestamptz + $6 * interval '1 day')`,
      [id, owner.account.id, freshAddress(), owner.id, now, days],
    );
    return id;
  };
  const late = await put(-1);
  const [open] = await Promise.all(Array.from({ length: 50 }, () => put(7)));
  const resend = (id = '') => owner.call('POST', `/people/invitations/${id}/resend`);
  expectRefusal(await resend(late), 409, 'too_many_invitations');
  expect((await resend(open)).status).toBe(200);
  expect((await owner.call('DELETE', `/people/invitations/${open}`)).status).toBe(204);
  expect((await resend(late)).status).toBe(200);
});
