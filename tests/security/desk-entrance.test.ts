/** Getting to an organiser's desk without being one of its people. */

import { openDeskWorld } from '../harness/desk.ts';
import { expectRefusal, openCouncil } from '../harness/memberships.ts';
import { newEmail } from '../harness/own-page.ts';
import { around, expect } from '../harness/world.ts';

const test = around(openDeskWorld);

test('known and unknown addresses are answered alike, and so are those of members', async ({ world }) => {
  const [known, nobody, member] = [(await world.organizer()).emails[0], newEmail(), newEmail()];
  await world.council.enrol({ fields: { email: member } });
  const [asked, guessed] = [[], []] as string[][];
  for (const email of [known, nobody, member]) {
    const answer = await world.knock('POST', '/code', { email });
    asked?.push(`${answer.status} ${answer.text}`);
    await world.sello.ports.aside.settled();
    const guess = await world.knock('POST', '/session', { email, code: '00000x' });
    guessed?.push(`${guess.status} ${guess.text}`);
  }
  expect(new Set(asked).size).toBe(1);
  expect(new Set(guessed).size).toBe(1);
  for (const email of [nobody, member]) expect(world.mails.some(({ to }) => to.includes(email))).toBe(false);
});

test('a code opens the desk in the browser that asked, five tries, once, for ten minutes', async ({
  world,
}) => {
  const [email] = (await world.organizer()).emails;
  const code = await world.codeFor(email);
  const other = `__Secure-organizer-browser=${'A'.repeat(43)}`;
  for (const cookie of ['', other])
    expectRefusal(await world.knock('POST', '/session', { email, code }, { cookie }), 422, 'invalid_token');
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const guesses = await Promise.all(
    Array.from({ length: 20 }, () => world.knock('POST', '/session', { email, code: wrong })),
  );
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([422]));
  expectRefusal(await world.knock('POST', '/session', { email, code }), 422, 'invalid_token');
  const [late] = (await world.organizer()).emails;
  const old = await world.codeFor(late);
  world.sello.advance(10 * 60_000 + 1);
  expectRefusal(await world.knock('POST', '/session', { email: late, code: old }), 422, 'invalid_token');
});

test("a code for a member's own page opens no desk, and the other way round", async ({ world }) => {
  const email = newEmail();
  await world.organizer({ emails: [email] });
  await world.council.enrol({ fields: { email } });
  const code = await world.codeFor(email);
  const path = `/api/my/${world.council.accountId}`;
  const answer = await world.sello.call('POST', `${path}/session`, { payload: { email, code } });
  expectRefusal(answer, 422, 'invalid_token');
});

test('a cookie of one council opens no desk of another, no page of a member and no dashboard', async ({
  world,
}) => {
  const desk = await world.openDesk();
  const other = await openCouncil(world.sello);
  const { cookie } = desk;
  for (const path of [
    `/api/o/${other.accountId}/me`,
    `/api/my/${world.council.accountId}/me`,
    '/api/dashboard/me',
    '/api/dashboard/members',
  ])
    expectRefusal(await world.sello.call('GET', path, { headers: { cookie } }), 401, 'unauthorized');
});

test('a paused organiser, and somebody whose address was taken out, are out at once and get no code', async ({
  world,
}) => {
  const { council, sello, mails } = world;
  const [paused, gone] = [await world.openDesk(), await world.openDesk()];
  await council.ask('PATCH', `/organizers/${paused.id}`, 200, { status: 'paused' });
  await council.ask('PATCH', `/organizers/${gone.id}`, 200, { emails: [newEmail()] });
  const before = mails.length;
  for (const desk of [paused, gone]) {
    expectRefusal(await desk.call('GET', '/me'), 401, 'unauthorized');
    expect((await world.knock('POST', '/code', { email: desk.email })).status).toBe(202);
  }
  await sello.ports.aside.settled();
  expect(mails.length).toBe(before);
  // Sessions that have ended stay ended.
  await council.ask('PATCH', `/organizers/${paused.id}`, 200, { status: 'active' });
  expectRefusal(await paused.call('GET', '/me'), 401, 'unauthorized');
});

test('a session ends after a day, and tokens and codes are in the database as hashes only', async ({
  world,
}) => {
  const desk = await world.openDesk();
  const code = await world.codeFor(desk.email);
  const tables = ['organizer_sessions', 'organizer_browsers', 'member_codes'];
  const rows = await Promise.all(tables.map((table) => world.sello.database.query(`select * from ${table}`)));
  const dump = JSON.stringify(rows);
  for (const secret of [desk.cookie.split('=')[1] ?? '', code]) expect(dump).not.toContain(`"${secret}"`);
  expect(world.sello.logLines.join('\n')).not.toContain(desk.email);
  world.sello.advance(24 * 3_600_000);
  expectRefusal(await desk.call('GET', '/me'), 401, 'unauthorized');
});

test('a page elsewhere changes nothing, and a suspended account is read alone', async ({ world }) => {
  const desk = await world.openDesk();
  const course = { title: 'Taller', starts_on: '2026-03-01' };
  const foreign = await desk.call('POST', '/courses', course, { origin: 'https://evil.example' });
  expectRefusal(foreign, 403, 'forbidden_origin');
  const suspend = 'update accounts set suspended_at = $2 where id = $1';
  await world.sello.database.query(suspend, [world.council.accountId, world.sello.ports.now()]);
  expectRefusal(await desk.call('POST', '/courses', course), 403, 'account_suspended');
  await desk.ask('GET', '/courses', 200);
  await world.sello.database.query(suspend, [world.council.accountId, null]);
});
