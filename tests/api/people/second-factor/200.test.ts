import { fromBase32, turnOn } from '../../../harness/authenticator.ts';
import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'login',
  ({ sello }) =>
    (payload: object) =>
      sello.call('POST', `${DASHBOARD}/login`, { payload }),
);

test('a secret is given as text, URI and QR code, and has no effect until confirmed by a code', async ({
  sello,
  login,
}) => {
  const { email, password, call } = await signUp(sello);
  const { status, body } = await call('POST', '/second-factor', { password });
  expect(status).toBe(200);
  expect(fromBase32(body.secret)).toHaveLength(20);
  const address = new URL(body.otpauth_url);
  expect(decodeURIComponent(address.pathname)).toBe(`/sello:${email}`);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    secret: body.secret,
    issuer: 'sello',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  });
  expect(body.qr_svg).toMatch(/^<svg /);
  expect((await login({ email, password })).status).toBe(200);
  expect((await call('GET', '/me')).body.account.second_factor).toBe(false);
});

test('once confirmed, login requires a code, and each code works once', async ({ sello, login }) => {
  const person = await signUp(sello);
  const { email, password } = person;
  const app = await turnOn(sello, person);
  expect((await person.call('GET', '/me')).body.account.second_factor).toBe(true);
  const asked = await login({ email, password });
  expect([asked.status, asked.body.error]).toEqual([401, 'second_factor_required']);
  const code = app.code();
  expect((await login({ email, password, code })).status).toBe(200);
  const again = await login({ email, password, code });
  expect([again.status, again.body.error]).toEqual([401, 'invalid_second_factor']);
  sello.advance(60_000);
  expect(
    (await login({ email, password, code: ` ${app.code().slice(0, 3)} ${app.code().slice(3)}` })).status,
  ).toBe(200);
});

test('if many logins use one code at once, one succeeds', async ({ sello }) => {
  const other = await sello.another();
  const person = await signUp(sello);
  const { email, password } = person;
  const app = await turnOn(sello, person);
  const code = app.code();
  const answers = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      (i % 2 ? sello : other).call('POST', `${DASHBOARD}/login`, { payload: { email, password, code } }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(5).fill(401)]);
});

test('the confirming code cannot be used to log in', async ({ sello, login }) => {
  const { email, password, call } = await signUp(sello);
  const { secret } = (await call('POST', '/second-factor', { password })).body;
  const { codeAt, stepAt } = await import('../../../../server/src/people/second-factor/totp.ts');
  const code = codeAt(fromBase32(secret), stepAt(sello.ports.now()));
  await call('POST', '/second-factor/confirm', { code });
  expect((await login({ email, password, code })).status).toBe(401);
});

test('there are ten recovery codes, each valid for one login, in any spelling', async ({ sello, login }) => {
  const person = await signUp(sello);
  const { email, password } = person;
  const { recoveryCodes } = await turnOn(sello, person);
  expect(new Set(recoveryCodes).size).toBe(10);
  const [first, second] = recoveryCodes as [string, string];
  expect((await login({ email, password, code: first })).status).toBe(200);
  expect((await login({ email, password, code: first })).status).toBe(401);
  expect((await login({ email, password, code: second.toUpperCase().replaceAll('-', ' ') })).status).toBe(
    200,
  );
});

test('new recovery codes invalidate the old ones', async ({ sello, login }) => {
  const person = await signUp(sello);
  const { email, password } = person;
  const { recoveryCodes, code } = await turnOn(sello, person);
  const { body } = await person.call('POST', '/second-factor/recovery-codes', { password, code: code() });
  expect(body.recovery_codes).toHaveLength(10);
  expect((await login({ email, password, code: recoveryCodes[0]! })).status).toBe(401);
  expect((await login({ email, password, code: body.recovery_codes[0] })).status).toBe(200);
});

test('once removed, login requires no code, and the recovery codes are gone', async ({ sello, login }) => {
  const person = await signUp(sello);
  const { email, password } = person;
  const code = (await turnOn(sello, person)).code();
  const removed = await person.call('POST', '/second-factor/remove', { password, code });
  expect(removed.body).toEqual({ removed: true });
  expect((await login({ email, password })).body.account.second_factor).toBe(false);
  expect(
    await sello.database.query(
      'select from recovery_codes where account_id = $1',
      [person.account.id],
      'codes',
    ),
  ).toEqual([]);
});

test('with a new phone, the old secret works until the new one is confirmed', async ({ sello, login }) => {
  const person = await signUp(sello);
  const { email, password } = person;
  const old = await turnOn(sello, person);
  const [first = '', second = ''] = old.recoveryCodes;
  await person.call('POST', '/second-factor', { password, code: first });
  expect((await login({ email, password, code: old.code() })).status).toBe(200);
  const fresh = await turnOn(sello, person, { code: second });
  expect((await login({ email, password, code: old.code() })).status).toBe(401);
  expect((await login({ email, password, code: fresh.code() })).status).toBe(200);
});
