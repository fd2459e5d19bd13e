import { cookieOf, DASHBOARD, type Person, signUp } from '../../../harness/dashboard-person.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base
  .extend(
    'me',
    ({ sello }) =>
      async (cookie: string) =>
        (await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie } })).status,
  )
  .extend(
    'logIn',
    ({ sello }) =>
      async ({ email, password }: Person): Promise<string> =>
        cookieOf(await sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } })),
  );

test('P26 one session is closed on the server and the others stay', async ({ sello, me, logIn }) => {
  const person = await signUp(sello);
  const [second, third] = [await logIn(person), await logIn(person)];
  const { sessions } = (await sello.call('GET', `${DASHBOARD}/sessions`, { headers: { cookie: second } }))
    .body;
  const { id } = sessions.find(({ current }: { current: boolean }) => current);
  const { status, body } = await person.call('DELETE', `/sessions/${id}`);
  expect([status, body]).toEqual([200, { closed: 1 }]);
  expect([await me(person.cookie), await me(second), await me(third)]).toEqual([200, 401, 200]);
});

test('a person may close their own current session', async ({ sello, me }) => {
  const person = await signUp(sello);
  const { id } = (await person.call('GET', '/sessions')).body.sessions[0];
  expect((await person.call('DELETE', `/sessions/${id}`)).status).toBe(200);
  expect(await me(person.cookie)).toBe(401);
});

test('P26 all other sessions can be closed at once', async ({ sello, me, logIn }) => {
  const [person, stranger] = [await signUp(sello), await signUp(sello)];
  const others = [await logIn(person), await logIn(person), await logIn(person)];
  expect((await person.call('POST', '/sessions/close-others')).body).toEqual({ closed: 3 });
  for (const cookie of others) expect(await me(cookie)).toBe(401);
  expect([await me(person.cookie), await me(stranger.cookie)]).toEqual([200, 200]);
  expect((await person.call('POST', '/sessions/close-others')).body).toEqual({ closed: 0 });
});
