import { signUp } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { openTestSello } from '../../../harness/test-sello.ts';
import { around, expect, FILE, opened } from '../../../harness/world.ts';

const test = around(openMailingSello).extend('plain', FILE, opened(openTestSello));

test('a wrong password changes nothing and mails nothing', async ({ plain, world }) => {
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

test('if the password changes between its check and the change of address, the address does not change', async ({
  plain,
}) => {
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
  expect((await plain.ports.people.findByEmail(email))?.person.email).toBe(email);
});
