import { signUp } from '../../../harness/dashboard-person.ts';
import { joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('every role reads how many certificates are left, made and granted, and whether few are left', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const viewer = await joinAs(sello, owner, 'viewer');
  const read = async () => {
    const { status, body } = await viewer.call('GET', '/allowance');
    expect(status).toBe(200);
    return body;
  };
  expect(await read()).toMatchObject({
    certificates_left: 5,
    certificates_granted: 5,
    low: false,
    requests: [],
  });
  const spent = 'update accounts set certificates_left = 0 where id = $1';
  await sello.database.query(spent, [owner.account.id], 'spend');
  expect(await read()).toMatchObject({ certificates_left: 0, low: true });
});
