/** M13 on the member's own page: no address in the log or the audit log, and nothing left of anyone who is anonymised. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnPageWorld, openOwnPageWorld, type Visit } from '../../harness/own-page.ts';

let world: OwnPageWorld;
beforeAll(async () => {
  world = await openOwnPageWorld();
});
afterAll(() => world.close());

/** This word is in every text that is about the person, and nowhere else. */
const MARK = 'Xochiquetzal';
const EMAIL = `${MARK}@example.com`;
const CURP = 'PUMM850215MDFRSR02';

async function send(visit: Visit, content: string): Promise<string> {
  const sent = await visit.call('POST', '/evidence', Buffer.from(`%PDF-1.7 ${content}`), {
    'content-type': 'application/pdf',
    'x-file-name': `${MARK}.pdf`,
  });
  return sent.body.evidence_id;
}

/** Everything that a member can write. */
async function live(): Promise<string> {
  const { council, sello } = world;
  const member = await council.member({ email: EMAIL, given_name: MARK });
  const membership = await council.endingOn(council.today(10), { member });
  const visit = await world.enterByCode(EMAIL);
  await visit.call('PATCH', '/me', { phone: `55 ${MARK}` });
  await send(visit, 'never used');
  const report = {
    evidence_id: await send(visit, 'used'),
    program_id: membership.program_id,
    title: `Ponencia de ${MARK}`,
    provider: MARK,
    completed_on: council.today(-3),
    category: 'emc',
    points: 3,
    note: MARK,
  };
  expect((await visit.call('POST', '/activities', report)).status).toBe(201);
  const changes = { second_surname: MARK, curp: CURP };
  const { body } = await visit.call('POST', '/requests', { changes });
  await council.must('POST', `/member-requests/${body.request_id}/reject`, {
    reason: `Falta el acta de ${MARK}`,
  });
  await visit.call('POST', '/requests', { changes });
  await visit.call('POST', '/email', { email: `nueva-${EMAIL}` });
  await visit.call('POST', `/memberships/${membership.id}/renewal`);
  await world.ask('POST', '/code', { email: EMAIL });
  await world.linkOf(member.id);
  await sello.ports.aside.settled();
  await sello.ports.memberMail?.round();
  return member.id;
}

async function dump(): Promise<string> {
  const { database } = world.sello;
  const tables = await database.query("select tablename from pg_tables where schemaname = 'public'");
  const parts: string[] = [];
  for (const { tablename } of tables) {
    const rows = await database.query(`select t::text as row from "${tablename}" t`);
    parts.push(...rows.map(({ row }) => `${tablename}: ${row}`));
  }
  return parts.join('\n');
}

test('M13 no address or identifier is in the log or the audit log, and after anonymising in no table', async () => {
  const { council, sello } = world;
  const id = await live();
  const log = sello.logLines.join('\n');
  expect(log).not.toContain(MARK);
  const audit = JSON.stringify(await sello.ports.audit.page(council.accountId, 200, undefined));
  expect(audit).toContain('member.request_change');
  // Names are read from the records when the audit log is shown; the log does not contain them.
  expect(audit.replaceAll(/"name":"[^"]*"/g, '')).not.toContain(MARK);
  expect(await dump()).not.toContain(CURP);
  await council.must('POST', `/members/${id}/anonymise`, { reason: 'Derecho de cancelación' });
  const left = (await dump()).split('\n').filter((line) => line.toLowerCase().includes(MARK.toLowerCase()));
  expect(left).toEqual([]);
  for (const table of ['member_sessions', 'member_links', 'member_requests', 'member_reminders'])
    expect(await sello.database.query(`select from ${table} where member_id = $1`, [id])).toEqual([]);
  const erased = await sello.database.query('select from certificates where file_erased_at is not null');
  expect(erased.length).toBe(2);
});
