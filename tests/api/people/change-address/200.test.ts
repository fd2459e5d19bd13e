import { createAccount } from '../../../../server/src/people/accounts/accounts.ts';
import { DASHBOARD, deviceCookieOf, signUp } from '../../../harness/dashboard-person.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'login',
  ({ sello }) =>
    (email: string, password: string) =>
      sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } }),
);

test('without a mail server the address changes at once, and sessions stay', async ({ sello, login }) => {
  const { email, password, account, call } = await signUp(sello);
  const answer = await call('POST', '/email', { email: 'new@example.com', password });
  expect([answer.status, answer.body]).toEqual([200, { account: { ...account, email: 'new@example.com' } }]);
  expect(deviceCookieOf(answer)).not.toBe('');
  expect((await call('GET', '/me')).body.account.email).toBe('new@example.com');
  expect((await login(email, password)).status).toBe(401);
  expect((await login('NEW@example.com', password)).status).toBe(200);
});

test('P40 the audit log names the field, but neither address', async ({ sello }) => {
  const { id, password, call } = await signUp(sello);
  await call('POST', '/email', { email: 'audited@example.com', password });
  const [entry] = await sello.ports.audit.page(id, 1, undefined);
  expect(entry).toMatchObject({ action: 'person.change', details: { changed: ['email'] } });
  expect(entry?.actor.type).toBe('person');
  const before = await sello.ports.audit.page(id, 10, undefined);
  // Setting the same address again is no change.
  await call('POST', '/email', { email: 'audited@example.com', password });
  expect(await sello.ports.audit.page(id, 10, undefined)).toEqual(before);
});

test('P41 a new address does not count as proved, even if the old one did', async ({ sello, login }) => {
  const password = 'vouched for by the operator';
  const hash = await sello.ports.passwords.hash(password, { lane: 'known', holder: 'the test' });
  const wanted = { email: 'vouched@example.com', name: 'V', certificates: 5 };
  const { person } = await createAccount(sello.ports, wanted, hash, 'operator');
  expect(person.emailProvenAt).toBeDefined();
  const cookie = String((await login(wanted.email, password)).headers['set-cookie']).split(';', 1)[0] ?? '';
  const answer = await sello.call('POST', `${DASHBOARD}/email`, {
    headers: { cookie },
    payload: { email: 'unproved@example.com', password },
  });
  expect(answer.status).toBe(200);
  expect((await sello.ports.people.find(person.id))?.emailProvenAt).toBeUndefined();
});

test('the operator’s link for the old address no longer works', async ({ sello }) => {
  const { id, email, password, call } = await signUp(sello);
  const { now, passwordStore } = sello.ports;
  const tokenHash = new Uint8Array(32).fill(9);
  await passwordStore.addReset({ id, email }, tokenHash, new Date(now().getTime() + 60_000));
  await call('POST', '/email', { email: 'elsewhere@example.com', password });
  expect(await passwordStore.findReset(tokenHash, now())).toBeUndefined();
});
