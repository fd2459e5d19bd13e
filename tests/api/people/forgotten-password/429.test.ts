import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openMailingSello).extend(
  'post',
  ({ sello }) =>
    (email: string) =>
      sello.call('POST', `${DASHBOARD}/forgotten-password`, { payload: { email } }),
);

test('one address, known or not, gets at most three mails an hour, however many requests come at once', async ({
  world,
  sello,
  post,
}) => {
  const { email } = await world.signUp();
  const texts = [];
  for (const address of [email, 'nobody@example.com']) {
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(address)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 202, 202, 429, 429, 429]);
    const refused = answers.find(({ status }) => status === 429)!;
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500);
    texts.push(refused.text);
  }
  expect(texts[1]).toBe(texts[0]);
  await sello.ports.aside.settled();
  expect(
    world.mails.filter(({ to, text }) => to.includes(email) && text.includes('/reset-password#')),
  ).toHaveLength(3);
  sello.advance(3_600_000);
  expect((await post(email)).status).toBe(202);
});

test('one network can request at most twenty mails an hour, over all addresses', async ({ sello, post }) => {
  sello.advance(3_600_000);
  const answers = [];
  for (let i = 0; i < 25; i++) answers.push((await post(`victim${i}@example.com`)).status);
  expect(answers).toEqual([...Array(20).fill(202), ...Array(5).fill(429)]);
});
