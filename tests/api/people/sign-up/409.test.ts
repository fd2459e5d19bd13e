import { DASHBOARD, signUp } from '../../../harness/dashboard-person.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('a taken address is refused in any letter case, and its account stays unchanged', async ({ sello }) => {
  const { email, password, account } = await signUp(sello);
  for (const taken of [email, email.toUpperCase()]) {
    const payload = { email: taken, password: 'another password', name: 'Thief' };
    const answer = await sello.call('POST', `${DASHBOARD}/signup`, { payload });
    expect([answer.status, answer.body.error]).toEqual([409, 'email_taken']);
    expect(answer.headers['set-cookie']).toBeUndefined();
  }
  const login = await sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } });
  expect(login.body.account).toEqual(account);
});

test('if many people sign up with one address at once, one succeeds', async ({ sello }) => {
  const other = await sello.another();
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => {
      const payload = { email: 'wanted@example.com', password: 'correct horse', name: `No. ${i}` };
      return (i % 2 ? sello : other).call('POST', `${DASHBOARD}/signup`, { payload });
    }),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
});
