import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

const NEW = 'another correct horse';

test('P25 a stolen cookie does not allow unlimited password guesses, on any route that asks for it', async ({
  sello,
}) => {
  const { password, call } = await signUp(sello);
  const routes = [
    '/second-factor',
    '/second-factor/remove',
    '/second-factor/recovery-codes',
    '/deletion-request',
  ];
  for (let i = 0; i < 10; i++) {
    const answer = await call('POST', routes[i % routes.length]!, { password: `guess ${i}` });
    expect([answer.status, answer.body.error]).toEqual([403, 'wrong_password']);
  }
  for (const route of routes) expect((await call('POST', route, { password })).status).toBe(429);
  const change = { current_password: password, new_password: NEW };
  expect((await call('POST', '/password', change)).status).toBe(429);
  sello.advance(15 * 60_000);
  expect((await call('POST', '/password', change)).status).toBe(200);
});
