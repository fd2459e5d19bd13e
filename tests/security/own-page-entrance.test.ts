/** Getting into a member's page without being the member. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal, openCouncil } from '../harness/memberships.ts';
import { newEmail, type OwnPageWorld, openOwnPageWorld } from '../harness/own-page.ts';

let world: OwnPageWorld;
beforeAll(async () => {
  world = await openOwnPageWorld();
});
afterAll(() => world.close());

test('M20 of a hundred guesses at once five are checked, and then the right code is refused too', async () => {
  const email = newEmail();
  await world.council.member({ email });
  const code = await world.codeFor(email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  const guesses = await Promise.all(
    Array.from({ length: 100 }, () => world.ask('POST', '/session', { email, code: wrong })),
  );
  expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([422]));
  const [row] = await world.sello.database.query('select max(tries) as tries from member_codes');
  expect(row?.tries).toBe(5);
  expectRefusal(await world.ask('POST', '/session', { email, code }), 422, 'invalid_token');
});

test('M20 known and unknown addresses are answered alike, byte for byte, when asking and when guessing', async () => {
  const known = newEmail();
  await world.council.member({ email: known });
  const nobody = newEmail();
  const asked = [];
  const guessed = [];
  for (const email of [known, nobody]) {
    asked.push(await world.ask('POST', '/code', { email }));
    await world.sello.ports.aside.settled();
    const answers = [];
    for (let i = 0; i < 7; i += 1)
      answers.push(await world.ask('POST', '/session', { email, code: '000000x' }));
    guessed.push(answers.map(({ status, text }) => `${status} ${text}`));
  }
  expect(asked[0]?.text).toBe(asked[1]?.text);
  expect(guessed[0]).toEqual(guessed[1]);
  // Both addresses have a row that counts tries, so the answer for neither is quicker.
  const rows = await world.sello.database.query('select tries from member_codes where tries = 5');
  expect(rows.length).toBeGreaterThanOrEqual(2);
  expect(world.mails.some(({ to }) => to.includes(nobody))).toBe(false);
});

test('M20 a link used twice at once opens one session', async () => {
  const { id } = await world.council.member();
  const link = await world.linkOf(id);
  const answers = await Promise.all(Array.from({ length: 8 }, () => world.ask('POST', '/session', { link })));
  expect(answers.filter(({ status }) => status === 200).length).toBe(1);
  const rows = await world.sello.database.query('select from member_sessions where member_id = $1', [id]);
  expect(rows.length).toBe(1);
});

test('M20 tokens and codes are in the database as hashes only', async () => {
  const email = newEmail();
  const { id } = await world.council.member({ email });
  const link = await world.linkOf(id);
  const code = await world.codeFor(email);
  const visit = await world.enterByLink((await world.council.member()).id);
  const dump = JSON.stringify([
    await world.sello.database.query('select * from member_links'),
    await world.sello.database.query('select * from member_codes'),
    await world.sello.database.query('select * from member_sessions'),
  ]);
  for (const secret of [link, code, visit.cookie.split('=')[1] ?? '', email])
    expect(dump).not.toContain(secret);
  expect(world.sello.logLines.join('\n')).not.toContain(email);
});

test('M20 a cookie of one council opens no page of another', async () => {
  const visit = await world.enterByLink((await world.council.member()).id);
  const other = await openCouncil(world.sello);
  const answer = await world.sello.call('GET', `/api/my/${other.accountId}/me`, {
    headers: { cookie: visit.cookie },
  });
  expectRefusal(answer, 401, 'unauthorized');
});
