/** Keeping a member out of their own page, by asking for codes and guessing them. */

import { cookieOf } from '../harness/dashboard-person.ts';
import { expectRefusal, openCouncil } from '../harness/memberships.ts';
import { newEmail, openOwnPageWorld } from '../harness/own-page.ts';
import { around, expect } from '../harness/world.ts';

const test = around(openOwnPageWorld);

const NOBODY = `__Secure-member-browser=${'A'.repeat(43)}`;

test('P111 a stranger’s guesses, in other browsers and in none, do not use up the member’s code', async ({
  world,
}) => {
  const email = newEmail();
  await world.council.member({ email });
  const code = await world.codeFor(email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  for (const cookie of ['', NOBODY, 'member-browser=x', `__Secure-member-browser=${'A'.repeat(44)}`])
    for (let i = 0; i < 6; i += 1)
      expectRefusal(
        await world.ask('POST', '/session', { email, code: wrong }, { cookie }),
        422,
        'invalid_token',
      );
  // Nor does the right code give access elsewhere.
  for (const cookie of ['', NOBODY])
    expectRefusal(await world.ask('POST', '/session', { email, code }, { cookie }), 422, 'invalid_token');
  expect((await world.ask('POST', '/session', { email, code })).status).toBe(200);
});

test('P111 a stranger who asks for codes does not replace the one that the member has', async ({ world }) => {
  const email = newEmail();
  await world.council.member({ email });
  const code = await world.codeFor(email);
  expect((await world.ask('POST', '/code', { email }, { cookie: NOBODY })).status).toBe(202);
  await world.sello.ports.aside.settled();
  expect((await world.ask('POST', '/session', { email, code })).status).toBe(200);
});

test('P111 a stranger in one network uses up no codes of the member’s; many networks flood no mailbox, and the member’s browser still asks', async ({
  world,
}) => {
  const email = newEmail();
  await world.council.member({ email });
  const asked = await world.ask('POST', '/code', { email });
  const browser = cookieOf(asked);
  await world.sello.ports.aside.settled();
  const code = /\b(\d{6})\b/.exec(world.mails.findLast(({ to }) => to.includes(email))?.text ?? '')?.[1];
  expect((await world.ask('POST', '/session', { email, code }, { cookie: browser })).status).toBe(200);
  const before = world.mails.length;
  const path = `/api/my/${world.council.accountId}/code`;
  const alone = [];
  for (let i = 0; i < 7; i += 1)
    alone.push((await world.sello.call('POST', path, { payload: { email }, from: '203.0.113.7' })).status);
  expect(alone).toEqual([202, 202, 202, 202, 202, 429, 429]);
  const many = [];
  for (let i = 0; i < 20; i += 1)
    many.push((await world.ask('POST', '/code', { email }, { cookie: '' })).status);
  expect(many.filter((status) => status === 202).length).toBeLessThan(11);
  expect(many.at(-1)).toBe(429);
  await world.sello.ports.aside.settled();
  expect(world.mails.length - before).toBeLessThanOrEqual(15);
  for (let i = 0; i < 4; i += 1)
    expect((await world.ask('POST', '/code', { email }, { cookie: browser })).status).toBe(202);
});

test('P111 a few networks that ask all day, also at other councils, leave a member in a new browser a code', async ({
  world,
}) => {
  const { sello, council } = world;
  const email = newEmail();
  await council.member({ email });
  const another = await openCouncil(sello);
  const askFrom = (from: string, accountId: string = council.accountId) =>
    sello.call('POST', `/api/my/${accountId}/code`, { payload: { email }, from });
  // The last three are in one /48, which a single customer may have.
  const few = ['203.0.113.8', '203.0.113.9', '2001:db8:7:1::1', '2001:db8:7:2::1', '2001:db8:7:3::1'];
  for (let hour = 0; hour < 4; hour += 1) {
    for (const from of few)
      for (let i = 0; i < 6; i += 1)
        for (const accountId of [council.accountId, another.accountId]) await askFrom(from, accountId);
    const own = await askFrom(`198.51.100.${hour + 1}`);
    expect(own.status, own.text).toBe(202);
    sello.advance(3_600_000);
  }
  await sello.ports.aside.settled();
  const mailed = world.mails.filter(({ to }) => to.includes(email)).length;
  expect(mailed).toBeLessThanOrEqual(36);
});

test('P111 a flood of codes, guesses and dead links from a shared network keeps out no known browser, no code and no link in it', async ({
  world,
}) => {
  const { sello, council } = world;
  const from = '203.0.113.40';
  const root = `/api/my/${council.accountId}`;
  const call = (path: string, payload: object, cookie?: string) =>
    sello.call('POST', root + path, { payload, from, ...(cookie !== undefined && { headers: { cookie } }) });
  const [known, fresh] = [newEmail(), newEmail()];
  await council.member({ email: known });
  await council.member({ email: fresh });
  const codeOf = (email: string) =>
    /\b(\d{6})\b/.exec(world.mails.findLast(({ to }) => to.includes(email))?.text ?? '')?.[1];
  const entered = async (email: string) => {
    const asked = await call('/code', { email });
    await sello.ports.aside.settled();
    return { cookie: cookieOf(asked), code: codeOf(email) };
  };
  const { cookie, code } = await entered(known);
  expect((await call('/session', { email: known, code }, cookie)).status).toBe(200);
  const waiting = await entered(fresh);
  const linked = await council.member({ email: newEmail() });
  const { access_link } = await council.must('POST', `/members/${linked.id}/access-link`, {});
  const link = new URL(access_link.url).hash.replace('#link=', '');

  const asked = [];
  for (let i = 0; i < 50; i += 1) asked.push((await call('/code', { email: newEmail() })).status);
  expect(asked.at(-1)).toBe(429);
  const guessed = [];
  for (let i = 0; i < 60; i += 1) {
    guessed.push((await call('/session', { email: known, code: '000000' })).status);
    guessed.push((await call('/session', { link: `A${i}`.repeat(10) })).status);
  }
  expect(guessed.at(-1)).toBe(429);

  expect((await call('/session', { email: fresh, code: waiting.code }, waiting.cookie)).status).toBe(200);
  expect((await call('/session', { link })).status).toBe(200);
  expect((await call('/code', { email: known }, cookie)).status).toBe(202);
  await sello.ports.aside.settled();
  expect((await call('/session', { email: known, code: codeOf(known) }, cookie)).status).toBe(200);
});

test('P111 members in one hospital ask from their known browsers as often as there are members', async ({
  world,
}) => {
  const { sello, council } = world;
  const from = '203.0.113.41';
  const path = `/api/my/${council.accountId}/code`;
  const browsers = [];
  for (let i = 0; i < 45; i += 1) {
    const email = newEmail();
    await council.member({ email });
    const code = await world.codeFor(email);
    const answer = await world.ask('POST', '/session', { email, code });
    expect(answer.status).toBe(200);
    browsers.push({ email, cookie: world.browserOf(email) });
  }
  for (const { email, cookie } of browsers)
    expect((await sello.call('POST', path, { payload: { email }, from, headers: { cookie } })).status).toBe(
      202,
    );
  // Nor do they use up the codes that a new browser in the hospital may ask for.
  expect((await sello.call('POST', path, { payload: { email: newEmail() }, from })).status).toBe(202);
});

test('P111 a link session does not use up the code for the member’s new address', async ({ world }) => {
  const member = await world.council.member({ email: newEmail() });
  const own = await world.enterByCode(member.email);
  const next = newEmail();
  await own.call('POST', '/email', { email: next });
  await world.sello.ports.aside.settled();
  const code = /\b(\d{6})\b/.exec(world.mails.findLast(({ to }) => to.includes(next))?.text ?? '')?.[1];
  const other = await world.enterByLink(member.id);
  for (let i = 0; i < 6; i += 1)
    expect((await other.call('POST', '/email/confirm', { code: '000000' })).status).toBe(422);
  expect((await own.call('POST', '/email/confirm', { code })).status).toBe(200);
});
