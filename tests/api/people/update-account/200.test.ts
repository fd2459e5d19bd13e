import { turnOn } from '../../../harness/authenticator.ts';
import { signUp } from '../../../harness/dashboard-person.ts';
import { joinAs } from '../../../harness/team.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

test('the account’s name and time zone are changed separately from those of its people', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const admin = await joinAs(sello, owner, 'admin');
  const people = async () => [
    (await owner.call('GET', '/me')).body.person,
    (await admin.call('GET', '/me')).body.person,
  ];
  const before = await people();
  const changed = await admin.call('PATCH', '/account', { name: 'Notaría 7', time_zone: 'America/Tijuana' });
  expect([changed.status, changed.body.account]).toMatchObject([
    200,
    { id: owner.account.id, name: 'Notaría 7', time_zone: 'America/Tijuana', email: admin.email },
  ]);
  expect((await owner.call('GET', '/me')).body).toMatchObject({
    account: { name: 'Notaría 7', time_zone: 'America/Tijuana', email: owner.email },
    accounts: [{ id: owner.account.id, name: 'Notaría 7', role: 'owner' }],
  });
  expect(await people()).toEqual(before);
  const [event] = (await owner.call('GET', '/audit')).body.events;
  expect(event).toMatchObject({
    action: 'account.change',
    actor: { type: 'person', name: 'Ana Ñúñez' },
    details: { changed: ['name', 'time_zone'], role: 'admin' },
  });
});

test('an empty body, null and an unchanged name change only the named fields', async ({ sello }) => {
  const { account, call } = await signUp(sello);
  const events = async () => (await call('GET', '/audit')).body.events.length;
  const before = await events();
  expect((await call('PATCH', '/account', {})).body.account).toEqual(account);
  expect((await call('PATCH', '/account', { name: account.name })).body.account).toEqual(account);
  expect((await call('PATCH', '/account', { time_zone: null })).body.account).toEqual(account);
  expect(await events()).toBe(before);
});

test('an owner switches four eyes on, and off again with the password; the log says which', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  await joinAs(sello, owner, 'approver');
  expect(owner.account.four_eyes).toBe('off');
  const on = await owner.call('PATCH', '/account', { four_eyes: 'required' });
  expect([on.status, on.body.account.four_eyes]).toEqual([200, 'required']);
  const logged = async () => (await owner.call('GET', '/audit')).body.events[0];
  expect(await logged()).toMatchObject({
    action: 'account.change',
    details: { changed: ['four_eyes'], four_eyes: 'required', role: 'owner' },
  });
  // Nothing changes, so no password is asked for.
  expect((await owner.call('PATCH', '/account', { four_eyes: 'required' })).status).toBe(200);
  const { password } = owner;
  const off = await owner.call('PATCH', '/account', { four_eyes: 'off', password });
  expect([off.status, off.body.account.four_eyes]).toEqual([200, 'off']);
  expect((await logged()).details.four_eyes).toBe('off');
  expect((await owner.call('GET', '/me')).body.account.four_eyes).toBe('off');
});

test('an owner requires a second factor of everybody; keys still work', async ({ sello }) => {
  const owner = await signUp(sello);
  const viewer = await joinAs(sello, owner, 'viewer');
  const { secret } = await owner.newKey();
  const app = await turnOn(sello, owner);
  const on = await owner.call('PATCH', '/account', { require_second_factor: true });
  expect([on.status, on.body.account.require_second_factor]).toEqual([200, true]);
  // People without a second factor can only reach their own settings.
  const refused = await viewer.call('GET', '/certificates');
  expect([refused.status, refused.body.error]).toEqual([403, 'second_factor_required']);
  expect(refused.body.message).toContain('authenticator app or a passkey');
  expect((await viewer.call('GET', '/me')).status).toBe(200);
  expect((await sello.call('GET', `${API}/certificates`, { key: secret })).status).toBe(200);
  await turnOn(sello, viewer);
  expect((await viewer.call('GET', '/certificates')).status).toBe(200);
  const { password } = owner;
  const without = await owner.call('PATCH', '/account', { require_second_factor: false, password });
  expect([without.status, without.body.error]).toEqual([401, 'second_factor_required']);
  const off = await owner.call('PATCH', '/account', {
    require_second_factor: false,
    password,
    code: app.code(),
  });
  expect([off.status, off.body.account.require_second_factor]).toEqual([200, false]);
});
