import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openMailingSello).extend(
  'post',
  ({ sello }) =>
    (payload: object, headers: Record<string, string> = {}) =>
      sello.call('POST', `${DASHBOARD}/signup`, { payload, headers }),
);

test('with mail, a link is mailed and no account exists before it is opened', async ({
  world,
  sello,
  post,
}) => {
  const answer = await post({ email: 'new@example.com', name: 'Nueva' }, { 'accept-language': 'es' });
  expect([answer.status, answer.body]).toEqual([202, { sent: true }]);
  expect(answer.headers['set-cookie']).toBeUndefined();
  await sello.ports.aside.settled();
  const mail = world.mails.at(-1)!;
  expect(mail.to).toEqual(['new@example.com']);
  expect(mail.headers.get('subject')).toBe('Confirme su cuenta de sello');
  expect(mail.text).toContain('https://sello.example/dashboard/confirm-signup#token=');
  expect(await sello.ports.people.findByEmail('new@example.com')).toBeUndefined();
});

test('P41 a known address gets the same answer, and its owner gets a mail without a token', async ({
  world,
  sello,
  post,
}) => {
  const { email, password } = await world.signUp();
  const unknown = await post({ email: 'unknown@example.com', name: 'A' });
  const known = await post({ email: email.toUpperCase(), name: 'A', password: 'another password' });
  expect([known.status, known.text]).toEqual([unknown.status, unknown.text]);
  await sello.ports.aside.settled();
  const mail = world.mails.at(-1)!;
  expect(mail.to).toEqual([email]);
  expect(mail.headers.get('subject')).toBe('You already have a sello account');
  expect(mail.text).not.toContain('token=');
  const login = await sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } });
  expect(login.status).toBe(200);
});

test('P41 the answer takes the same time whether or not the address is taken, and does not wait for the mail', async ({
  sello,
  post,
}) => {
  const { findByEmail } = sello.ports.people;
  const gate = Promise.withResolvers<void>();
  sello.ports.people.findByEmail = async (address) => {
    await gate.promise;
    return findByEmail(address);
  };
  expect((await post({ email: 'later@example.com', name: 'A' })).status).toBe(202);
  sello.ports.people.findByEmail = findByEmail;
  gate.resolve();
  await sello.ports.aside.settled();
});

test('P121 even at the beginning of a mail outage, nobody is told that a mail was sent', async ({
  world,
  sello,
  post,
}) => {
  const before = await post({ email: 'before@example.com', name: 'A' });
  expect([before.status, before.body]).toEqual([202, { sent: true }]);
  await sello.ports.aside.settled();
  await world.stopMail();
  for (const email of ['first@example.com', 'second@example.com']) {
    const answer = await post({ email, name: 'A' });
    expect([answer.status, answer.body]).toEqual([202, { sent: false }]);
  }
  await sello.ports.aside.settled();
});
