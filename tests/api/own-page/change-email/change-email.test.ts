import { expectRefusal } from '../../../harness/memberships.ts';
import { newEmail, openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld).extend(
  'mailedCode',
  ({ world }) =>
    async (email: string): Promise<string> => {
      await world.sello.ports.aside.settled();
      const mail = world.mails.findLast(({ to }) => to.includes(email));
      return /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? '';
    },
);

test('a new address takes effect once its code is typed; other sessions end, and the old address is told', async ({
  world,
  mailedCode,
}) => {
  const before = newEmail();
  const after = newEmail();
  const member = await world.council.member({ email: before });
  const visit = await world.enterByCode(before);
  const other = await world.enterByCode(before);
  const read = async () => (await world.council.must('GET', `/members/${member.id}`)).member.email;
  expect((await visit.call('POST', '/email', { email: after })).status).toBe(202);
  const code = await mailedCode(after);
  expect(await read()).toBe(before);
  expectRefusal(await visit.call('POST', '/email/confirm', { code: '12' }), 422, 'invalid_token');
  const done = await visit.call('POST', '/email/confirm', { code });
  expect([done.status, done.body]).toEqual([200, { done: true }]);
  expect(await read()).toBe(after);
  expect((await other.call('GET', '/me')).status).toBe(401);
  expect((await visit.call('GET', '/me')).body.member.email).toBe(after);
  await world.sello.ports.aside.settled();
  const told = world.mails.at(-1);
  expect([told?.to, told?.text.includes(after)]).toEqual([[before], false]);
  expectRefusal(await visit.call('POST', '/email/confirm', { code }), 422, 'invalid_token');
});

test('a code works only for its member, and five wrong attempts use it up', async ({ world, mailedCode }) => {
  const one = await world.enterByLink((await world.council.member()).id);
  const two = await world.enterByLink((await world.council.member()).id);
  const email = newEmail();
  await one.call('POST', '/email', { email });
  const code = await mailedCode(email);
  expectRefusal(await two.call('POST', '/email/confirm', { code }), 422, 'invalid_token');
  for (let i = 0; i < 5; i += 1) await one.call('POST', '/email/confirm', { code: 'wrong' });
  expectRefusal(await one.call('POST', '/email/confirm', { code }), 422, 'invalid_token');
});

test('422 for an invalid address, 429 for one that was requested too often', async ({ world }) => {
  const visit = await world.enterByLink((await world.council.member()).id);
  expectRefusal(
    await visit.call('POST', '/email', { email: 'no arroba' }),
    422,
    'validation_failed',
    /email/,
  );
  const email = newEmail();
  for (let i = 0; i < 5; i += 1) await visit.call('POST', '/email', { email });
  expectRefusal(await visit.call('POST', '/email', { email }), 429, 'rate_limit_exceeded');
});
