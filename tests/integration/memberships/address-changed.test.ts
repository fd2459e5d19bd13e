/** When a member's address changes, everybody who logged in through the old address is logged out at once. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { newEmail, type OwnPageWorld, openOwnPageWorld, type Visit } from '../../harness/own-page.ts';

let world: OwnPageWorld;
beforeAll(async () => {
  world = await openOwnPageWorld();
});
afterAll(() => world.close());

const statusOf = async (visit: Visit) => (await visit.call('GET', '/me')).status;

async function visitor() {
  const email = newEmail();
  const member = await world.council.member({ email });
  return { email, member, visit: await world.enterByCode(email) };
}

test.for([
  ['another address', { email: 'nueva@example.com' }],
  ['no address', { email: null }],
] as const)('a registrar writes %s: sessions and the link that was handed over end', async ([, change]) => {
  const { member, visit } = await visitor();
  const link = await world.linkOf(member.id);
  expect(await statusOf(visit)).toBe(200);
  await world.council.must('PATCH', `/members/${member.id}`, change);
  expect(await statusOf(visit)).toBe(401);
  expect((await world.ask('POST', '/session', { link })).body.error).toBe('invalid_token');
});

test("an import that changes the address also ends them, but only this member's", async () => {
  const [one, other] = [await visitor(), await visitor()];
  const rows = [{ member_number: one.member.member_number, email: newEmail() }];
  await world.council.must('POST', '/members/import', { rows, on_conflict: 'update' });
  expect([await statusOf(one.visit), await statusOf(other.visit)]).toEqual([401, 200]);
});

test('other changes, and another spelling of the same address, do not end them', async () => {
  const { email, member, visit } = await visitor();
  const link = await world.linkOf(member.id);
  await world.council.must('PATCH', `/members/${member.id}`, { phone: '+525511223344' });
  await world.council.must('PATCH', `/members/${member.id}`, { email: email.toUpperCase() });
  expect(await statusOf(visit)).toBe(200);
  expect((await world.ask('POST', '/session', { link })).status).toBe(200);
});

test('a first address does not end the session of somebody who came by a link', async () => {
  const member = await world.council.member();
  const visit = await world.enterByLink(member.id);
  await world.council.must('PATCH', `/members/${member.id}`, { email: newEmail() });
  expect(await statusOf(visit)).toBe(200);
});
