import { cookieOf, DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('all sessions except the caller’s are closed', async ({ sello }) => {
  const person = await signUp(sello);
  const { email, password } = person;
  const elsewhere = [];
  for (let i = 0; i < 2; i += 1)
    elsewhere.push(
      cookieOf(await sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } })),
    );
  const { status, body } = await person.call('POST', '/sessions/close-others');
  expect([status, body]).toEqual([200, { closed: 2 }]);
  for (const cookie of elsewhere)
    expect((await sello.call('GET', `${DASHBOARD}/me`, { headers: { cookie } })).status).toBe(401);
  expect((await person.call('GET', '/sessions')).body.sessions).toMatchObject([{ current: true }]);
  expect((await person.call('POST', '/sessions/close-others')).body).toEqual({ closed: 0 });
});
