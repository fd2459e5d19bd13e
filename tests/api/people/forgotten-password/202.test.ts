import { DASHBOARD } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openMailingSello).extend(
  'ask',
  ({ world, sello }) =>
    async (email: string, headers: Record<string, string> = {}) => {
      const before = world.mails.length;
      const answer = await sello.call('POST', `${DASHBOARD}/forgotten-password`, {
        payload: { email },
        headers,
      });
      await sello.ports.aside.settled();
      return { answer, mails: world.mails.slice(before) };
    },
);

test('a known address gets one mail with a link that is valid for an hour', async ({ world, ask }) => {
  const { email } = await world.signUp();
  const { answer, mails } = await ask(email.toUpperCase());
  expect([answer.status, answer.body]).toEqual([202, { sent: true }]);
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect([mail!.from, mail!.to]).toEqual(['no-reply@sello.example', [email]]);
  expect(mail!.headers.get('from')).toBe('Sello <no-reply@sello.example>');
  expect(mail!.headers.get('subject')).toBe('Reset your sello password');
  expect(mail!.text).toMatch(/\nhttps:\/\/sello\.example\/dashboard\/reset-password#token=[\w-]{43}\n/);
});

test('the mail is in the account’s language, or else in that of the request', async ({ world, ask }) => {
  const person = await world.signUp();
  const spanish = { 'accept-language': 'es-MX' };
  expect((await ask(person.email, spanish)).mails[0]!.headers.get('subject')).toBe(
    'Restablecer su contraseña de sello',
  );
  await person.call('PATCH', '/me', { language: 'en' });
  expect((await ask(person.email, spanish)).mails[0]!.text).toContain('choose a new password');
  await person.call('PATCH', '/me', { language: 'es' });
  expect((await ask(person.email)).mails[0]!.text).toContain('elija una contraseña nueva');
});

test('P25 the answer is the same for known and unknown addresses, and does not wait for the mail', async ({
  world,
  sello,
}) => {
  const { email } = await world.signUp();
  const { findByEmail } = sello.ports.people;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  sello.ports.people.findByEmail = async (address) => {
    await held;
    return findByEmail(address);
  };
  const post = (address: string) =>
    sello.call('POST', `${DASHBOARD}/forgotten-password`, { payload: { email: address } });
  // Both return although the lookup cannot finish yet.
  const [known, unknown] = [await post(email), await post('nobody@example.com')];
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
  expect(Object.keys(unknown.headers).toSorted()).toEqual(Object.keys(known.headers).toSorted());
  letGo();
  await sello.ports.aside.settled();
  sello.ports.people.findByEmail = findByEmail;
  expect(world.mails.at(-1)!.to).toEqual([email]);
  expect(world.mails.filter(({ to }) => to.includes('nobody@example.com'))).toEqual([]);
});

test('a mail server that is down shows only in the log, and the log holds no link', async ({
  world,
  sello,
  ask,
}) => {
  const { email } = await world.signUp();
  const mail = sello.ports.mail!;
  const { send } = mail;
  mail.send = async () => {
    throw new Error('the mail server is away');
  };
  const { answer } = await ask(email);
  mail.send = send;
  expect(answer.status).toBe(202);
  const line = sello.logLines.find((text) => text.includes('the mail server is away'));
  expect(line).toContain('aside.failed');
  expect(sello.logLines.join('')).not.toContain('token=');
});
