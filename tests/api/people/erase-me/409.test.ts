import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { giveSeat } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('the last owner of an account is not erased, the answer names the account, and nothing is lost', async ({
  sello,
}) => {
  const [owner, other] = [await signUp(sello), await signUp(sello)];
  await giveSeat(sello, other.account.id, owner, 'owner');
  await owner.call('PATCH', `/account?account=${owner.account.id}`, { name: 'Notaría Quince' });
  // This is checked before the password is asked for, so that nobody types it in vain.
  const message = expectRefusal(
    await owner.call('DELETE', '/me', { password: 'not this one' }),
    409,
    'last_owner',
  );
  expect(message).toContain('`Notaría Quince`');
  const { person, accounts } = (await owner.call('GET', '/me')).body;
  expect([person.email, accounts.length]).toEqual([owner.email, 2]);
});

test('if two owners erase themselves, leave or step down at the same moment, one stays', async ({
  sello,
}) => {
  for (let round = 0; round < 6; round += 1) {
    const [ana, eva] = [await signUp(sello), await signUp(sello)];
    const account = ana.account.id;
    await giveSeat(sello, account, eva, 'owner');
    const { id, password } = ana;
    const ways = [
      () => ana.call('DELETE', '/me', { password }),
      () => ana.call('DELETE', `/people/${id}?account=${account}`, { password }),
      () => ana.call('PATCH', `/people/${id}?account=${account}`, { role: 'viewer', password }),
    ];
    // Eva has an account of her own, with nobody else in it.
    await sello.database.query('delete from seats where account_id = $1', [eva.account.id]);
    const answers = await Promise.all([
      eva.call('DELETE', '/me', { password: eva.password }),
      ways[round % ways.length]?.(),
    ]);
    expect(answers.map((answer) => answer?.status === 409).toSorted()).toEqual([false, true]);
    const owners = await sello.database.query(
      `select person_id from seats where account_id = $1 and role = 'owner'`,
      [account],
    );
    expect(owners).toHaveLength(1);
  }
});
