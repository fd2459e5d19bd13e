import { expectRefusal } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('a retired program accepts nobody new, and its memberships continue', async ({ council }) => {
  const membership = await council.membership();
  const path = `/programs/${membership.program_id}`;
  expect((await council.must('POST', `${path}/retire`)).program.status).toBe('retired');
  const { id } = await council.member();
  const refused = await council.call('POST', `/members/${id}/memberships`, {
    program_id: membership.program_id,
  });
  expectRefusal(refused, 409, 'program_not_active');
  const { membership: kept } = await council.must('GET', `/memberships/${membership.id}`);
  expect(kept).toMatchObject({ status: 'active', standing: 'current' });
});
