import { expectRefusal, openCouncil } from '../../../harness/memberships.ts';
import { openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld).extend('request', ({ world }) => async (changes: object) => {
  const member = await world.council.member();
  const visit = await world.enterByLink(member.id);
  const made = await visit.call('POST', '/requests', { changes });
  expect(made.status, made.text).toBe(201);
  return { id: made.body.request_id as string, member, visit };
});

test('200: approving makes the correction and forgets the values', async ({ world, request }) => {
  const { id, member } = await request({ first_surname: 'Núñez' });
  const { member_request } = await world.council.must('POST', `/member-requests/${id}/approve`, {});
  expect(member_request).toMatchObject({ id, status: 'approved', changes: null, fields: ['first_surname'] });
  expect((await world.council.must('GET', `/members/${member.id}`)).member.first_surname).toBe('Núñez');
  expectRefusal(
    await world.council.call('POST', `/member-requests/${id}/approve`, {}),
    409,
    'invalid_transition',
  );
});

test('200: rejecting changes nothing, and the member is told the reason', async ({ world, request }) => {
  const { id, member, visit } = await request({ first_surname: 'Núñez' });
  const reason = 'Falta el acta.';
  await world.council.must('POST', `/member-requests/${id}/reject`, { reason });
  expect((await world.council.must('GET', `/members/${member.id}`)).member.first_surname).toBe('Luna');
  expect((await visit.call('GET', '/me')).body.requests[0]).toMatchObject({ status: 'rejected', reason });
});

test('404 for another council’s, 409 for an identifier that somebody else has, 422 without a reason', async ({
  world,
  request,
}) => {
  const taken = await world.council.member({ professional_license: '7654321' });
  const { id } = await request({ professional_license: '7654321' });
  expectRefusal(await world.council.call('POST', `/member-requests/${id}/approve`, {}), 409, 'license_taken');
  expectRefusal(
    await world.council.call('POST', `/member-requests/${id}/reject`, {}),
    422,
    'validation_failed',
  );
  const other = await openCouncil(world.sello);
  for (const named of [id, 'mrq_0000000000000000000000', 'nonsense'])
    expectRefusal(await other.call('POST', `/member-requests/${named}/approve`, {}), 404, 'not_found');
  expect(taken.id).toMatch(/^mem_/);
});
