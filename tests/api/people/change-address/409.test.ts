import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../harness/dashboard-person.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test('without a mail server a taken address is refused by name, in any spelling, and nothing changes', async () => {
  const [person, other] = [await signUp(sello), await signUp(sello)];
  for (const email of [other.email, other.email.toUpperCase()]) {
    const answer = await person.call('POST', '/email', { email, password: person.password });
    expect([answer.status, answer.body.error]).toEqual([409, 'email_taken']);
    expect(answer.body.message).toContain('`email`');
  }
  expect((await person.call('GET', '/me')).body.account).toEqual(person.account);
  expect((await other.call('GET', '/me')).body.account).toEqual(other.account);
});

test('of two accounts that want one address at once, one gets it', async () => {
  const people = [await signUp(sello), await signUp(sello)];
  const answers = await Promise.all(
    people.map(({ password, call }) => call('POST', '/email', { email: 'wanted@example.com', password })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
