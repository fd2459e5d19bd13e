import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../harness/dashboard-person.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test('a wrong password requests nothing', async () => {
  const { account, call } = await signUp(sello);
  const answer = await call('POST', '/deletion-request', { password: 'wrong' });
  expect([answer.status, answer.body.error]).toEqual([403, 'wrong_password']);
  expect((await call('GET', '/me')).body.account).toEqual(account);
});
