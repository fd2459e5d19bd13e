import { expect, test } from '../../../harness/world.ts';

test('whoever has a session goes on to the dashboard', async ({ sello, person }) => {
  const answer = await sello.call('GET', '/', { headers: { cookie: person.cookie } });
  expect([answer.status, answer.headers.location]).toEqual([302, '/dashboard']);
});

test('a cookie whose session is over does not keep anybody from the front page', async ({ sello }) => {
  for (const cookie of [`session=${'A'.repeat(43)}`, 'session=nonsense']) {
    const answer = await sello.call('GET', '/', { headers: { cookie } });
    expect(answer.status).toBe(200);
  }
});
