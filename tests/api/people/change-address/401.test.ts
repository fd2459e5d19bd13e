import { afterAll, beforeAll, expect, test } from 'vitest';
import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test('the password alone changes nothing: the request needs a session', async () => {
  const { email, password, call } = await signUp(sello);
  const payload = { email: 'new@example.com', password };
  const answer = await sello.call('POST', `${DASHBOARD}/email`, { payload });
  expect([answer.status, answer.body.error]).toEqual([401, 'unauthorized']);
  expect((await call('GET', '/me')).body.account.email).toBe(email);
});
