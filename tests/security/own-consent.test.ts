/**
 * Somebody who is not the member tries to give consent in the member's name: a registrar who makes links and changes
 * addresses.
 */

import { cookieOf } from '../harness/dashboard-person.ts';
import { expectRefusal } from '../harness/memberships.ts';
import { newEmail, type OwnPageWorld, openOwnPageWorld, type Visit } from '../harness/own-page.ts';
import { around, expect } from '../harness/world.ts';

const test = around(async () => {
  const world = await openOwnPageWorld();
  await world.sello.database.query(
    'insert into councils (account_id, privacy_notice, updated_at) values ($1, $2, now())',
    [world.council.accountId, JSON.stringify({ version: '1', url: 'https://consejo.example/aviso' })],
  );
  return world;
});

type Member = { id: string; email: string; member_number: string };

const consent = (visit: Visit) => visit.call('PUT', '/consent', { notice_version: '1' });

async function changeOwn(world: OwnPageWorld, visit: Visit, email: string): Promise<void> {
  expect((await visit.call('POST', '/email', { email })).status).toBe(202);
  await world.sello.ports.aside.settled();
  const mail = world.mails.findLast(({ to }) => to.includes(email));
  const code = /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? '';
  const confirmed = await visit.call('POST', '/email/confirm', { code });
  expect(confirmed.status, confirmed.text).toBe(200);
}

/** Ways to give a member the registrar's own mailbox as address; each returns the member's id. */
const WAYS: Record<
  string,
  (world: OwnPageWorld, member: Member, theirs: string) => Promise<string | undefined>
> = {
  'the API': async ({ council }, { id }, email) => {
    await council.must('PATCH', `/members/${id}`, { email });
    return id;
  },
  'the API, in two steps': async ({ council }, { id }, email) => {
    await council.must('PATCH', `/members/${id}`, { email: null });
    await council.must('PATCH', `/members/${id}`, { email });
    return id;
  },
  'the API, twice': async ({ council }, { id }, email) => {
    await council.must('PATCH', `/members/${id}`, { email: newEmail() });
    await council.must('PATCH', `/members/${id}`, { email });
    return id;
  },
  'an import': async ({ council }, { id, member_number }, email) => {
    const rows = [{ member_number, email }];
    await council.must('POST', '/members/import', { rows, on_conflict: 'update' });
    return id;
  },
  'a link, and the page': async (world, { id }, email) => {
    await changeOwn(world, await world.enterByLink(id), email);
    return id;
  },
  'a link, the page, and the page again by the code': async (world, { id }, email) => {
    const between = newEmail();
    await changeOwn(world, await world.enterByLink(id), between);
    await changeOwn(world, await world.enterByCode(between), email);
    return id;
  },
  'a link to a member without an address': async (world, _, email) => {
    const { id } = await world.council.member();
    await changeOwn(world, await world.enterByLink(id), email);
    return id;
  },
  'merging the member into a new record': async ({ council }, { id }, email) => {
    const made = await council.member({ email });
    await council.must('POST', `/members/${id}/merge`, { into: made.id, reason: 'Dos veces' });
    return made.id;
  },
  'merging the member into a record that was entered before': async (world, { id }, email) => {
    const made = await world.council.member({ email });
    await world.enterByCode(email);
    await world.council.must('POST', `/members/${id}/merge`, { into: made.id, reason: 'Dos veces' });
    return made.id;
  },
  'merging a new record into the member, whose address was removed': async (world, { id }, email) => {
    const made = await world.council.member({ email });
    await world.enterByCode(email);
    await world.council.must('PATCH', `/members/${id}`, { email: null });
    await world.council.must('POST', `/members/${made.id}/merge`, { into: id, reason: 'Dos veces' });
    return id;
  },
};

for (const [way, change] of Object.entries(WAYS)) {
  test(`P111 no consent by a mailbox that came on file by ${way}`, async ({ world }) => {
    const member = await world.council.member({ email: newEmail() });
    const theirs = newEmail();
    const id = await change(world, member, theirs);
    const visit = await world.enterByCode(theirs);
    expectRefusal(await consent(visit), 403, 'consent_by_link');
    expect((await world.council.must('GET', `/members/${id}`)).member.consent).toBe(null);
    // Logging in once more changes nothing.
    expectRefusal(await consent(await world.enterByCode(theirs)), 403, 'consent_by_link');
  });
}

test('P111 a session that was open when the records were merged gives none either', async ({ world }) => {
  const member = await world.council.member({ email: newEmail() });
  const theirs = newEmail();
  const made = await world.council.member({ email: theirs });
  const visit = await world.enterByCode(theirs);
  await world.council.must('POST', `/members/${member.id}/merge`, { into: made.id, reason: 'Dos veces' });
  expect((await consent(visit)).status).toBe(401);
});

test('P111 the member gives consent by the address of the first day, changed there and changed back', async ({
  world,
}) => {
  const first = newEmail();
  const { id } = await world.council.member({ email: first });
  await world.council.must('PATCH', `/members/${id}`, { email: newEmail() });
  await world.council.must('PATCH', `/members/${id}`, { email: first });
  expect((await consent(await world.enterByCode(first))).status).toBe(200);
});

test('P111 the member gives consent by an address that the member put there', async ({ world }) => {
  const [first, next] = [newEmail(), newEmail()];
  await world.council.member({ email: first });
  const visit = await world.enterByCode(first);
  await changeOwn(world, visit, next);
  expect((await consent(visit)).status).toBe(200);
  expect((await consent(await world.enterByCode(next))).status).toBe(200);
});

test('P111 an address that the council corrected is the member’s once a browser of theirs entered by it', async ({
  world,
}) => {
  const [first, next] = [newEmail(), newEmail()];
  const { id } = await world.council.member({ email: first });
  const asked = await world.ask('POST', '/code', { email: first });
  const browser = cookieOf(asked);
  const enter = async (email: string, cookie: string) => {
    const sent = await world.ask('POST', '/code', { email }, { cookie });
    expect(sent.status).toBe(202);
    await world.sello.ports.aside.settled();
    const mail = world.mails.findLast(({ to }) => to.includes(email));
    const code = /\b(\d{6})\b/.exec(mail?.text ?? '')?.[1] ?? '';
    const answer = await world.ask('POST', '/session', { email, code }, { cookie });
    expect(answer.status, answer.text).toBe(200);
    return (method: string, path: string, payload: object) =>
      world.ask(method, path, payload, { cookie: cookieOf(answer) });
  };
  await enter(first, browser);
  await world.council.must('PATCH', `/members/${id}`, { email: next });
  const call = await enter(next, browser);
  expect((await call('PUT', '/consent', { notice_version: '1' })).status).toBe(200);
  expect((await consent(await world.enterByCode(next))).status).toBe(200);
});
