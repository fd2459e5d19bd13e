import { expect, test } from 'vitest';
import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { lastToken, openMailingSello } from '../../../harness/mailing-sello.ts';

test('two links for one address make one account', async () => {
  const world = await openMailingSello();
  const { sello } = world;
  const tokens = [];
  for (const name of ['first', 'second']) {
    await sello.call('POST', `${DASHBOARD}/signup`, { payload: { email: 'a@example.com', name } });
    await sello.ports.aside.settled();
    tokens.push(lastToken(world.mails));
  }
  const answers = await Promise.all(
    tokens.map((token) =>
      sello.call('POST', `${DASHBOARD}/signup/confirm`, {
        payload: { token, password: 'long enough it is' },
      }),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  await world.close();
});
