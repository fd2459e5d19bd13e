import { expect, test } from '../../../harness/world.ts';

test('an ended membership shows its day and reason, whatever else is true of it', async ({ council }) => {
  const { id } = await council.membership({ starts_on: '2026-01-01' });
  await council.must('POST', `/memberships/${id}/suspend`, {});
  const { membership } = await council.must('POST', `/memberships/${id}/end`, {
    reason: 'renunció',
    on: '2026-06-30',
  });
  expect(membership).toMatchObject({
    status: 'ended',
    standing: 'ended',
    valid: false,
    ended_on: '2026-06-30',
    end_reason: 'renunció',
  });
});
