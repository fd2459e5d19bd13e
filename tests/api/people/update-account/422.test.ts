import { signUp } from '../../../harness/dashboard-person.ts';
import { giveSeat, joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test.for([
  ['name', ''],
  ['name', 'x'.repeat(201)],
  ['name', 'two\nlines'],
  ['time_zone', 'Mexico City'],
] as const)('%s may not be %j', async ([field, value], { sello }) => {
  const { account, call } = await signUp(sello);
  const { status, body } = await call('PATCH', '/account', { [field]: value });
  expect([status, body.error]).toEqual([422, 'validation_failed']);
  expect(body.message).toContain(field);
  expect((await call('GET', '/me')).body.account).toEqual(account);
});

test('a person with several accounts must say which one', async ({ sello }) => {
  const [ana, eva] = [await signUp(sello), await signUp(sello)];
  await giveSeat(sello, eva.account.id, ana, 'admin');
  const { status, body } = await ana.call('PATCH', '/account', { name: 'X' });
  expect([status, body.error]).toEqual([422, 'account_required']);
  expect(body.message).toContain('`Sello-Account`');
  const named = await ana.call('PATCH', '/account', { name: 'X' }, { 'sello-account': eva.account.id });
  expect(named.body.account).toMatchObject({ id: eva.account.id, name: 'X' });
});

test('four eyes cannot be switched off without the password, and nothing else in the call is done', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  await joinAs(sello, owner, 'owner');
  await owner.call('PATCH', '/account', { four_eyes: 'required' });
  const { status, body } = await owner.call('PATCH', '/account', { name: 'X', four_eyes: 'off' });
  expect([status, body.error]).toEqual([422, 'validation_failed']);
  expect(body.message).toContain('`password`');
  expect((await owner.call('GET', '/me')).body.account).toMatchObject({
    name: owner.account.name,
    four_eyes: 'required',
  });
});
