import { turnOn } from '../../../harness/authenticator.ts';
import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'login',
  ({ sello }) =>
    (payload: object) =>
      sello.call('POST', `${DASHBOARD}/login`, { payload }),
);

test('a wrong code does not turn it on', async ({ sello }) => {
  const { password, call } = await signUp(sello);
  await call('POST', '/second-factor', { password });
  for (const code of ['000000', '12345', '', 'x'.repeat(16)]) {
    const answer = await call('POST', '/second-factor/confirm', { code });
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_second_factor']);
  }
  expect((await call('GET', '/me')).body.account.second_factor).toBe(false);
});

test('codes of other times or accounts, and malformed ones, are refused', async ({ sello, login }) => {
  const [person, other] = [await signUp(sello), await signUp(sello)];
  const [app, others] = [await turnOn(sello, person), await turnOn(sello, other)];
  const { email, password } = person;
  for (const code of [app.code(-4), app.code(4), others.code(), others.recoveryCodes[0], '<script>']) {
    const answer = await login({ email, password, code });
    expect([answer.status, answer.body.error]).toEqual([401, 'invalid_second_factor']);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  expect((await login({ email, password, code: '' })).body.error).toBe('second_factor_required');
});

test('P25 only a caller who knows the password learns that an account has a second factor', async ({
  sello,
  login,
}) => {
  const person = await signUp(sello);
  await turnOn(sello, person);
  const wrong = await login({ email: person.email, password: 'wrong', code: '123456' });
  const unknown = await login({ email: 'nobody@example.com', password: 'wrong', code: '123456' });
  expect([wrong.status, wrong.text]).toEqual([401, unknown.text]);
  expect(wrong.body.error).toBe('unauthorized');
});

test('P25 wrong codes are counted like wrong passwords, and a login without a code in between does not reset them', async ({
  sello,
  login,
}) => {
  const person = await signUp(sello);
  const app = await turnOn(sello, person);
  const { email, password } = person;
  for (let i = 0; i < 10; i++) {
    expect((await login({ email, password })).body.error).toBe('second_factor_required');
    expect((await login({ email, password, code: app.code(10) })).body.error).toBe('invalid_second_factor');
  }
  expect((await login({ email, password, code: app.code() })).status).toBe(429);
});
