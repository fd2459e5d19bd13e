import { turnOn } from '../../../harness/authenticator.ts';
import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { addPasskey, logInWith, proofBy } from '../../../harness/software-passkey.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'codesOf',
  ({ sello }) =>
    async (accountId: string) =>
      sello.database.query('select from recovery_codes where account_id = $1', [accountId], 'codes'),
);

test('a removed passkey opens nothing; the other one still does', async ({ sello, codesOf }) => {
  const person = await signUp(sello);
  const { password } = person;
  const { passkey: first, answer } = await addPasskey(person);
  const { passkey: second } = await addPasskey(person, await proofBy(person, first));
  const path = `/passkeys/${answer.body.passkey.id}/remove`;
  const removed = await person.call('POST', path, { password, ...(await proofBy(person, second)) });
  expect([removed.status, removed.body]).toEqual([200, { removed: true }]);
  expect((await logInWith(sello, first)).status).toBe(401);
  expect((await logInWith(sello, second)).status).toBe(200);
  expect(await codesOf(person.account.id)).toHaveLength(10);
});

test('P50 the last passkey is removed with itself or a recovery code; then the password is enough, and the codes are gone', async ({
  sello,
  codesOf,
}) => {
  for (const by of ['itself', 'a recovery code']) {
    const person = await signUp(sello);
    const { email, password } = person;
    const { passkey, answer } = await addPasskey(person);
    const { id } = answer.body.passkey;
    const proof = by === 'itself' ? await proofBy(person, passkey) : { code: answer.body.recovery_codes[0] };
    expect((await person.call('POST', `/passkeys/${id}/remove`, { password, ...proof })).status).toBe(200);
    const login = await sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } });
    expect([by, login.status, login.body.account.second_factor]).toEqual([by, 200, false]);
    expect(await codesOf(person.account.id)).toEqual([]);
  }
});

test('with both factors, each can be removed with the other, and the recovery codes stay until the last is gone', async ({
  sello,
  codesOf,
}) => {
  const person = await signUp(sello);
  const { password } = person;
  const app = await turnOn(sello, person);
  const { passkey } = await addPasskey(person, { code: app.code() });
  const proof = await proofBy(person, passkey);
  expect((await person.call('POST', '/second-factor/remove', { password, ...proof })).status).toBe(200);
  expect((await person.call('GET', '/me')).body.account).toMatchObject({
    second_factor: true,
    authenticator_app: false,
  });
  expect(await codesOf(person.account.id)).toHaveLength(10);
  const renewal = { password, code: app.recoveryCodes[0] };
  const fresh = await person.call('POST', '/second-factor/recovery-codes', renewal);
  expect(fresh.body.recovery_codes).toHaveLength(10);
  const [{ id }] = (await person.call('GET', '/passkeys')).body.passkeys;
  const code = fresh.body.recovery_codes[0];
  expect((await person.call('POST', `/passkeys/${id}/remove`, { password, code })).status).toBe(200);
  expect(await codesOf(person.account.id)).toEqual([]);
});

test('P40 the audit log names it, and the owner is told by mail', async () => {
  const world = await openMailingSello({ SELLO_BASE_URL: 'http://localhost:3000' });
  const person = await world.signUp();
  const { password } = person;
  const { passkey, answer } = await addPasskey(person, {}, 'Old phone');
  const { id } = answer.body.passkey;
  await person.call('POST', `/passkeys/${id}/remove`, { password, ...(await proofBy(person, passkey)) });
  const [entry] = (await person.call('GET', '/me/audit')).body.events;
  expect(entry).toMatchObject({ action: 'passkey.remove', target: id, details: { name: 'Old phone' } });
  await world.sello.ports.aside.settled();
  expect(world.mails.at(-1)?.text).toMatch(/A passkey was removed|Se quitó una llave de acceso/);
  await world.close();
});
