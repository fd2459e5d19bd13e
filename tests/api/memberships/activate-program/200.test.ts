import { expect, test } from '../../../harness/world.ts';

test('a draft becomes active and accepts memberships', async ({ council }) => {
  const draft = await council.program({ isDraft: true });
  const { id: memberId } = await council.member();
  const join = () => council.call('POST', `/members/${memberId}/memberships`, { program_id: draft.id });
  expect((await join()).body.error).toBe('program_not_active');
  const { program } = await council.must('POST', `/programs/${draft.id}/activate`);
  expect(program).toEqual({ ...draft, status: 'active', updated_at: program.updated_at });
  expect((await join()).status).toBe(201);
});
