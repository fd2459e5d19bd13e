import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../harness/dashboard-person.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello();
});
afterAll(() => sello.close());

const NEW = 'another correct horse';

test('a wrong current password changes nothing, closes nothing and gives no cookie', async () => {
  const { password, call } = await signUp(sello);
  const answer = await call('POST', '/password', { current_password: `${password}x`, new_password: NEW });
  expect([answer.status, answer.body.error]).toEqual([403, 'wrong_password']);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await call('GET', '/me')).status).toBe(200);
  expect((await call('POST', '/password', { current_password: password, new_password: NEW })).status).toBe(
    200,
  );
});

test('422: a new password that is too short or too long is refused before anything is checked', async () => {
  const { password, call } = await signUp(sello);
  for (const new_password of ['too short', 'x'.repeat(201), 7]) {
    const answer = await call('POST', '/password', { current_password: password, new_password });
    expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  }
});

test('P25 429: who holds a stolen cookie cannot try passwords without end, on whatever route asks for it', async () => {
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
