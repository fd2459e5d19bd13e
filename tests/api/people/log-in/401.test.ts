import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'login',
  ({ sello }) =>
    (payload: object) =>
      sello.call('POST', `${DASHBOARD}/login`, { payload }),
);

test('P25 a wrong password and an unknown address get the same answer', async ({ sello, login }) => {
  const { email, password } = await signUp(sello);
  const wrong = await login({ email, password: `${password}x` });
  const unknown = await login({ email: 'nobody@example.com', password });
  expect([wrong.status, wrong.body.error]).toEqual([401, 'unauthorized']);
  expect(unknown.text).toBe(wrong.text);
  const told = ({ headers }: typeof wrong) => Object.keys(headers).toSorted();
  expect(told(unknown)).toEqual(told(wrong));
  expect(wrong.headers['set-cookie']).toBeUndefined();
});

test('an account that the operator made without a password cannot be logged in to', async ({
  sello,
  login,
}) => {
  const { email } = await sello.newAccount();
  for (const password of ['', 'null', 'undefined', 'anything long']) {
    expect((await login({ email, password })).status).toBe(401);
  }
});

test('texts that cannot be an address cause no failure', async ({ login }) => {
  for (const email of ['', "' or 1=1 --", 'a'.repeat(254), '%', '🔑']) {
    expect((await login({ email, password: 'x' })).status).toBe(401);
  }
  for (const email of ['a\0b', '\ud800', 'a\nb', 'a'.repeat(255), 7, null, ['a']]) {
    expect((await login({ email, password: 'x' })).status).toBe(422);
  }
  expect((await login({ email: 'a@example.com' })).status).toBe(422);
});
