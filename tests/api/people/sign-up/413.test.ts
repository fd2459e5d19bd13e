import { afterAll, beforeAll, expect, test } from 'vitest';
import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello();
});
afterAll(() => sello.close());

test('a body longer than any sign-up is refused, and makes no account', async () => {
  const payload = {
    email: 'a@example.com',
    password: 'correct horse',
    name: 'A',
    padding: 'x'.repeat(300_000),
  };
  expect((await sello.call('POST', `${DASHBOARD}/signup`, { payload })).status).toBe(413);
  expect(await sello.ports.accounts.list()).toEqual([]);
});
