import { expectRefusal } from '../../../harness/memberships.ts';
import { newEmail, newReport, openOwnPageWorld, PDF } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

const WAITING = `
  select count(*)::integer as n from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock'`;

test('a change whose member is anonymised after the session was found, and before the change began', async ({
  world,
}) => {
  const { council, sello, mails } = world;
  const { member_id, program_id } = await council.membership({ starts_on: council.today(-100) });
  const visit = await world.enterByLink(member_id);
  const report = await newReport(world, visit, program_id);
  const email = newEmail();
  await visit.call('POST', '/email', { email });
  await sello.ports.aside.settled();
  const code = /\b(\d{6})\b/.exec(mails.findLast(({ to }) => to.includes(email))?.text ?? '')?.[1];
  for (const send of [
    () => visit.call('DELETE', '/consent'),
    () => visit.call('PATCH', '/me', { phone: '55 1234 5678' }),
    () => visit.call('POST', '/email/confirm', { code }),
    () => visit.call('POST', '/evidence', PDF, { 'content-type': 'application/pdf' }),
    () => visit.call('POST', '/activities', report),
  ]) {
    const { sent } = await sello.ports.records.transaction(async (query) => {
      await query('select from members where id = $1 for update', [member_id]);
      const sent = send();
      await expect.poll(async () => (await sello.database.query(WAITING))[0]?.n).toBe(1);
      await query("update members set status = 'anonymised' where id = $1", [member_id]);
      // Not awaited: the answer comes after the end of this transaction.
      return { sent };
    });
    expectRefusal(await sent, 409, 'member_anonymised');
    await sello.database.query("update members set status = 'active' where id = $1", [member_id]);
  }
});
