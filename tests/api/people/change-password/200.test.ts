import { cookieOf, DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { testAlone as base, expect } from '../../../harness/world.ts';

const test = base
  .extend(
    'login',
    ({ sello }) =>
      (email: string, password: string) =>
        sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } }),
  )
  .extend(
    'me',
    ({ sello }) =>
      async (cookie: string, one = sello) =>
        (await one.call('GET', `${DASHBOARD}/me`, { headers: { cookie } })).status,
  );

const NEW = 'another correct horse';

test('P26 a changed password ends every session on the server, in every process, and opens a new one', async ({
  sello,
  login,
  me,
}) => {
  const process = await sello.another();
  const { email, password, cookie, call } = await signUp(sello);
  const elsewhere = cookieOf(await login(email, password));
  const answer = await call('POST', '/password', { current_password: password, new_password: NEW });
  expect([answer.status, answer.body]).toEqual([200, { changed: true }]);
  const fresh = cookieOf(answer);
  expect([cookie, elsewhere]).not.toContain(fresh);
  for (const one of [sello, process]) {
    expect([await me(cookie, one), await me(elsewhere, one), await me(fresh, one)]).toEqual([401, 401, 200]);
  }
  expect((await login(email, password)).status).toBe(401);
  expect((await login(email, NEW)).status).toBe(200);
});

test('P26 a login that was checked against the old password opens no session after the change', async ({
  sello,
  login,
}) => {
  const { id, email, password, call } = await signUp(sello);
  const { verify } = sello.ports.passwords;
  sello.ports.passwords.verify = async (...given) => {
    const matches = await verify(...given);
    sello.ports.passwords.verify = verify;
    // The owner changes the password between the check and the new session.
    await call('POST', '/password', { current_password: password, new_password: NEW });
    return matches;
  };
  expect((await login(email, password)).status).toBe(401);
  expect(await sello.ports.sessions.list(id, sello.ports.now())).toHaveLength(1);
});

test('P26 of two changes at once one succeeds, and its password is the valid one', async ({
  sello,
  login,
}) => {
  const { email, password, call } = await signUp(sello);
  const wanted = ['first new password', 'second new password'];
  const answers = await Promise.all(
    wanted.map((new_password) => call('POST', '/password', { current_password: password, new_password })),
  );
  const won = answers.findIndex(({ status }) => status === 200);
  // The second caller has the wrong password by then, or no session any more if the session was read after the first
  // change.
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, expect.toBeOneOf([401, 403])]);
  expect((await login(email, wanted[won]!)).status).toBe(200);
  expect((await login(email, wanted[1 - won]!)).status).toBe(401);
});

test('a reset link mailed before the change no longer works', async ({ sello }) => {
  const { id, email, password, call } = await signUp(sello);
  const { now, passwordStore } = sello.ports;
  const tokenHash = new Uint8Array(32).fill(7);
  await passwordStore.addReset({ id, email }, tokenHash, new Date(now().getTime() + 60_000));
  await call('POST', '/password', { current_password: password, new_password: NEW });
  expect(await passwordStore.findReset(tokenHash, now())).toBeUndefined();
});
