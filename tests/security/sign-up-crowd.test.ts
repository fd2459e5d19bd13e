/** A crowd of sign-ups by strangers does not keep anybody from logging in. */

import { expect, test } from 'vitest';
import { createAccount } from '../../server/src/people/accounts/accounts.ts';
import { cookieOf, DASHBOARD, type Person, signUp } from '../harness/dashboard-person.ts';
import { forFile } from '../harness/for-file.ts';
import { type MailingSello, openMailingSello } from '../harness/mailing-sello.ts';
import { fileForm } from '../harness/multipart.ts';
import { openTestSello } from '../harness/test-sello.ts';

const sello = forFile(openTestSello);
const owner = forFile(() => signUp(sello));

const join = (email: string, from: string) =>
  sello.call('POST', `${DASHBOARD}/signup`, {
    from,
    payload: { email, name: 'A', password: 'a password of mine' },
  });

const login = ({ email, password }: Person) =>
  sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } });

test('P41 sixty sign-ups at once, from as many networks, leave every honest login as it was', async () => {
  const crowd = Array.from({ length: 60 }, (_, i) => join(`crowd${i}@example.com`, `10.1.1.${i}`));
  const logins = await Promise.all(Array.from({ length: 8 }, () => login(owner)));
  expect(logins.map(({ status }) => status)).toEqual(Array(8).fill(200));
  const statuses = (await Promise.all(crowd)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201).length).toBeGreaterThan(0);
  // How many sign-ups have to wait too long (503) depends on the machine.
  expect(statuses.filter((status) => status !== 201 && status !== 503)).toEqual([]);
});

test('P41 a crowd of strangers who log in leaves known people as they were', async () => {
  const crowd = Array.from({ length: 80 }, (_, i) =>
    sello.call('POST', `${DASHBOARD}/login`, {
      from: `10.2.1.${i}`,
      payload: { email: `nobody${i}@example.com`, password: 'a guess' },
    }),
  );
  const headers = { cookie: owner.cookie };
  const payload = { email: owner.email, password: owner.password };
  expect((await sello.call('POST', `${DASHBOARD}/login`, { headers, payload })).status).toBe(200);
  await Promise.all(crowd);
});

test('P41 the operator is told at the start what sign-ups without mail mean', async () => {
  const told = (lines: string[]) => lines.some((line) => line.includes('signup.addresses_unproven'));
  expect(told(sello.logLines)).toBe(true);
  const closed = await openTestSello({ SELLO_SIGNUP: 'closed' });
  expect(told(closed.logLines)).toBe(false);
  await closed.close();
});

test('P41 where mail is sent, an address that was never proved does nothing live', async () => {
  const world: MailingSello = await openMailingSello();
  const on = world.sello;
  const email = 'from.before@example.com';
  const password = 'from a time without mail';
  await createAccount(
    on.ports,
    { email, name: 'Before', certificates: 5 },
    await on.ports.passwords.hash(password, { lane: 'known', holder: 'the test' }),
    { ip: undefined, userAgent: undefined },
  );
  const logged = async (given: string) => ({
    cookie: cookieOf(await on.call('POST', `${DASHBOARD}/login`, { payload: { email, password: given } })),
  });
  const tryAll = async (cookie: Record<string, string>, mode: string) => {
    const key = await on.call('POST', `${DASHBOARD}/keys`, { headers: cookie, payload: { name: 'k', mode } });
    const form = fileForm('a file');
    const made = await on.call('POST', `${DASHBOARD}/certificates?mode=${mode}`, {
      ...form,
      headers: { ...form.headers, ...cookie },
    });
    return [key, made].map(({ status, body }) => [status, body.error]);
  };
  const before = await logged(password);
  expect(await tryAll(before, 'live')).toEqual([
    [403, 'email_unproven'],
    [403, 'email_unproven'],
  ]);
  expect(await tryAll(before, 'test')).toEqual([
    [201, undefined],
    [201, undefined],
  ]);
  const token = await world.mailedToken(email);
  const payload = { token, new_password: 'proved by this very link' };
  await on.call('POST', `${DASHBOARD}/reset-password`, { payload });
  expect(await tryAll(await logged(payload.new_password), 'live')).toEqual([
    [201, undefined],
    [201, undefined],
  ]);
  await world.close();
});
