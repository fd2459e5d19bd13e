import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('a body longer than any sign-up is refused, and makes no account', async ({ sello }) => {
  const payload = {
    email: 'a@example.com',
    password: 'correct horse',
    name: 'A',
    padding: 'x'.repeat(300_000),
  };
  expect((await sello.call('POST', `${DASHBOARD}/signup`, { payload })).status).toBe(413);
  expect(await sello.ports.accounts.list()).toEqual([]);
});
