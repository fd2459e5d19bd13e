import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test('without a mail server a taken address is refused by name, in any spelling, and nothing changes', async ({
  sello,
}) => {
  const [person, other] = [await signUp(sello), await signUp(sello)];
  for (const email of [other.email, other.email.toUpperCase()]) {
    const answer = await person.call('POST', '/email', { email, password: person.password });
    expect([answer.status, answer.body.error]).toEqual([409, 'email_taken']);
    expect(answer.body.message).toContain('`email`');
  }
  expect((await person.call('GET', '/me')).body.account).toEqual(person.account);
  expect((await other.call('GET', '/me')).body.account).toEqual(other.account);
});

test('if two accounts request the same address at once, one gets it', async ({ sello }) => {
  const people = [await signUp(sello), await signUp(sello)];
  const answers = await Promise.all(
    people.map(({ password, call }) => call('POST', '/email', { email: 'wanted@example.com', password })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
