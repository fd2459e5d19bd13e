import { openOwnPageWorld } from '../../../harness/own-page.ts';
import { API } from '../../../harness/test-sello.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('requests are listed with the wanted values; CURP is masked without the scope, and every unmasked reading is logged', async ({
  world,
}) => {
  const { council, sello } = world;
  const member = await council.member();
  const visit = await world.enterByLink(member.id);
  await visit.call('POST', '/requests', { changes: { second_surname: 'Ríos', curp: 'PUMM850215MDFRSR02' } });
  const key = await council.keyWith('members:read');
  const masked = await sello.call('GET', `${API}/member-requests?status=pending`, { key });
  expect(masked.body.member_requests).toEqual([
    expect.objectContaining({
      member_id: member.id,
      member: { member_number: member.member_number, name: expect.stringContaining(member.first_surname) },
      fields: ['second_surname', 'curp'],
      current: { second_surname: member.second_surname, curp: null },
      changes: { second_surname: 'Ríos', curp: '****************02' },
      decision: null,
    }),
  ]);
  const clear = await council.must('GET', `/member-requests?member_id=${member.id}`);
  expect(clear.member_requests[0].changes.curp).toBe('PUMM850215MDFRSR02');
  const [newest] = await sello.ports.audit.page(council.accountId, 1, undefined);
  expect(newest).toMatchObject({ action: 'member.identify', target: member.id });
  expect((await council.must('GET', '/member-requests?status=approved')).member_requests).toEqual([]);
});
