import { ROLES, roleMay } from '../../../../server/src/people/teams/roles.ts';
import { signUp } from '../../../harness/dashboard-person.ts';
import { joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('a person who may not change the account is refused with role and scope, and nothing changes', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const others = ROLES.filter((role) => !roleMay(role, 'account:write'));
  expect(others).toEqual(['developer', 'certifier', 'registrar', 'approver', 'viewer']);
  for (const role of others) {
    const { status, body } = await (await joinAs(sello, owner, role)).call('PATCH', '/account', {
      name: 'X',
    });
    expect([status, body.error]).toEqual([403, 'insufficient_role']);
    expect(body.message).toContain(`\`${role}\`, which lacks \`account:write\``);
  }
  expect((await owner.call('GET', '/me')).body.account.name).toBe(owner.account.name);
});

test('only owners can switch four eyes on and off', async ({ sello }) => {
  const owner = await signUp(sello);
  const admin = await joinAs(sello, owner, 'admin');
  const { password } = admin;
  for (const four_eyes of ['required', 'off']) {
    const { status, body } = await admin.call('PATCH', '/account', { four_eyes, password });
    expect([status, body.error]).toEqual([403, 'insufficient_role']);
    expect(body.message).toContain('only an `owner`');
  }
});

test('a stolen session does not switch four eyes off', async ({ sello }) => {
  const owner = await signUp(sello);
  await joinAs(sello, owner, 'admin');
  await owner.call('PATCH', '/account', { four_eyes: 'required' });
  const wrong = await owner.call('PATCH', '/account', { four_eyes: 'off', password: 'not the password' });
  expect([wrong.status, wrong.body.error]).toEqual([403, 'wrong_password']);
  expect((await owner.call('GET', '/me')).body.account.four_eyes).toBe('required');
});

test('only an owner with a second factor can require one of others', async ({ sello }) => {
  const owner = await signUp(sello);
  const { status, body } = await owner.call('PATCH', '/account', { require_second_factor: true });
  expect([status, body.error]).toEqual([403, 'second_factor_required']);
  expect((await owner.call('GET', '/me')).body.account.require_second_factor).toBe(false);
  const admin = await joinAs(sello, owner, 'admin');
  const asAdmin = await admin.call('PATCH', '/account', { require_second_factor: false });
  expect([asAdmin.status, asAdmin.body.error]).toEqual([403, 'insufficient_role']);
});
