import { createAccount } from '../../../../server/src/people/accounts/accounts.ts';
import { askForAddress } from '../../../harness/address-change.ts';
import { cookieOf, DASHBOARD, personFrom } from '../../../harness/dashboard-person.ts';
import { openMailingSello } from '../../../harness/mailing-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openMailingSello);

const LINK = /\nhttps:\/\/sello\.example\/dashboard\/confirm-address#token=[\w-]{43}\n/;

test('a free address gets one mail with a link, and nothing changes yet', async ({ world }) => {
  const person = await world.signUp();
  const { answer, mails } = await askForAddress(world, person, 'free@example.com');
  expect([answer.status, answer.body]).toEqual([202, { sent: true }]);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(mails.map(({ to }) => to)).toEqual([['free@example.com']]);
  expect(mails[0]!.headers.get('subject')).toBe('Confirm your new sello e-mail address');
  expect(mails[0]!.text).toMatch(LINK);
  expect((await person.call('GET', '/me')).body.account).toEqual(person.account);
});

test('an address of another account gets a mail that says so, in its owner’s spelling, and no link', async ({
  world,
}) => {
  const [person, other] = [await world.signUp(), await world.signUp()];
  const { answer, mails } = await askForAddress(world, person, other.email.toUpperCase());
  expect([answer.status, answer.body]).toEqual([202, { sent: true }]);
  expect(mails.map(({ to }) => to)).toEqual([[other.email]]);
  expect(mails[0]!.text).toContain('already belongs to an account');
  expect(mails[0]!.text).not.toContain('token=');
});

test('one’s own address gets a mail that says so; another spelling of it may be proved again', async ({
  world,
}) => {
  const person = await world.signUp();
  const own = await askForAddress(world, person, person.email);
  expect(own.answer.status).toBe(202);
  expect(own.mails.map(({ text }) => LINK.test(text))).toEqual([false]);
  const shouted = person.email.toUpperCase().replace('EXAMPLE.COM', 'example.com');
  const respelled = await askForAddress(world, person, shouted);
  expect(respelled.mails.map(({ to, text }) => [to, LINK.test(text)])).toEqual([[[shouted], true]]);
});

test('the mail is in the account’s language, or else in that of the request', async ({ world }) => {
  const person = await world.signUp();
  const spanish = { 'accept-language': 'es-MX' };
  const subject = async (email: string) =>
    (await askForAddress(world, person, email, spanish)).mails[0]!.headers.get('subject');
  expect(await subject('una@example.com')).toBe('Confirme su correo nuevo de sello');
  await person.call('PATCH', '/me', { language: 'en' });
  expect(await subject('dos@example.com')).toBe('Confirm your new sello e-mail address');
});

test('P41 an account that never proved its address does not block it for others, and may still prove it', async ({
  world,
  sello,
}) => {
  const email = 'unproven@example.com';
  const password = 'from a time without mail';
  const hash = await sello.ports.passwords.hash(password, { lane: 'known', holder: 'the test' });
  const maker = { ip: undefined, userAgent: undefined };
  const { person } = await createAccount(sello.ports, { email, name: 'U', certificates: 5 }, hash, maker);
  const { mails } = await askForAddress(world, await world.signUp(), email);
  expect(mails[0]!.text).toMatch(LINK);
  expect(mails[0]!.text).toContain('An account that never confirmed this address already uses it.');

  const logged = await sello.call('POST', `${DASHBOARD}/login`, { payload: { email, password } });
  expect(cookieOf(logged)).not.toBe('');
  const holder = personFrom(sello, { ...logged, status: 201 }, email, password);
  const own = await askForAddress(world, holder, email);
  expect(own.mails[0]!.text).toMatch(LINK);
  expect(own.mails[0]!.text).not.toContain('never confirmed');
  expect((await sello.ports.people.find(person.id))?.emailProvenAt).toBeUndefined();
});
