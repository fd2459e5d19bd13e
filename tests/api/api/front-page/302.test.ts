import { expect, test } from '../../../harness/world.ts';

test('a visitor with a session is sent to the dashboard', async ({ sello, person }) => {
  const answer = await sello.call('GET', '/', { headers: { cookie: person.cookie } });
  expect([answer.status, answer.headers.location]).toEqual([302, '/dashboard']);
});

test('a cookie of an ended session still shows the front page', async ({ sello }) => {
  for (const cookie of [`session=${'A'.repeat(43)}`, 'session=nonsense']) {
    const answer = await sello.call('GET', '/', { headers: { cookie } });
    expect(answer.status).toBe(200);
  }
});
