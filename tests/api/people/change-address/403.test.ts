import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../harness/dashboard-person.ts';
import { type MailingSello, openMailingSello } from '../../../harness/mailing-sello.ts';
import { openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let plain: TestSello;
let world: MailingSello;
beforeAll(async () => {
  plain = await openTestSello();
  world = await openMailingSello();
});
afterAll(async () => {
  await plain.close();
  await world.close();
});

test('a wrong password changes nothing and mails nothing', async () => {
  for (const { email, call } of [await signUp(plain), await world.signUp()]) {
    await world.sello.ports.aside.settled();
    const before = world.mails.length;
    const answer = await call('POST', '/email', { email: 'new@example.com', password: 'a guess' });
    expect([answer.status, answer.body.error]).toEqual([403, 'wrong_password']);
    expect(answer.headers['set-cookie']).toBeUndefined();
    await world.sello.ports.aside.settled();
    expect(world.mails).toHaveLength(before);
    expect((await call('GET', '/me')).body.account.email).toBe(email);
  }
});

test('a password that is changed between its check and the change of address ends the latter', async () => {
  const { email, password, call } = await signUp(plain);
  const { verify } = plain.ports.passwords;
  plain.ports.passwords.verify = async (...given) => {
    const matches = await verify(...given);
    plain.ports.passwords.verify = verify;
    await call('POST', '/password', { current_password: password, new_password: 'another correct horse' });
    return matches;
  };
  const answer = await call('POST', '/email', { email: 'late@example.com', password });
  expect([answer.status, answer.body.error]).toEqual([403, 'wrong_password']);
  expect((await plain.ports.accounts.findByEmail(email))?.account.email).toBe(email);
});
