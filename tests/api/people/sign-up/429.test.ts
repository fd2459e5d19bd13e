import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';
import { around, expect, FILE, opened } from '../../../harness/world.ts';

const test = around(openMailingSello).extend('plain', FILE, opened(openTestSello));

const signUp = (sello: TestSello, email: string, from: string) =>
  sello.call('POST', `${DASHBOARD}/signup`, {
    from,
    payload: { email, name: 'A', password: 'a password of mine' },
  });

test('P41 one network can sign up at most twenty times an hour, checked before anything is hashed or mailed', async ({
  world,
  plain,
}) => {
  let hashed = 0;
  const { hash } = plain.ports.passwords;
  plain.ports.passwords.hash = async (...given) => {
    hashed += 1;
    return hash(...given);
  };
  for (const sello of [plain, world.sello]) {
    const answers = [];
    for (let i = 0; i < 25; i++) answers.push(await signUp(sello, `a${i}@example.com`, '192.0.2.1'));
    const statuses = answers.map(({ status }) => status);
    expect(statuses).toEqual([...Array(20).fill(sello === plain ? 201 : 202), ...Array(5).fill(429)]);
    expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(3_000);
    expect((await signUp(sello, 'elsewhere@example.com', '192.0.2.2')).status).toBe(
      sello === plain ? 201 : 202,
    );
  }
  expect(hashed).toBe(21);
  await world.sello.ports.aside.settled();
  expect(world.mails).toHaveLength(21);
});

test('one address gets at most three mails an hour, from any number of networks', async ({ world }) => {
  const statuses = [];
  for (let i = 0; i < 5; i++)
    statuses.push((await signUp(world.sello, 'often@example.com', `192.0.2.${10 + i}`)).status);
  expect(statuses).toEqual([202, 202, 202, 429, 429]);
});
