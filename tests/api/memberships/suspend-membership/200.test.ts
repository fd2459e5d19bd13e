import { expect, test } from '../../../harness/world.ts';

test('a suspended membership is not valid; once reactivated, its standing follows its dates again', async ({
  council,
}) => {
  const { id } = await council.membership({ starts_on: '2026-01-01' });
  const suspended = await council.must('POST', `/memberships/${id}/suspend`, {
    reason: 'sanción',
    on: '2026-03-01',
  });
  expect(suspended.membership).toMatchObject({
    status: 'suspended',
    standing: 'suspended',
    valid: false,
    suspended_on: '2026-03-01',
    suspend_reason: 'sanción',
  });
  const back = await council.must('POST', `/memberships/${id}/reactivate`, {});
  expect(back.membership).toMatchObject({
    status: 'active',
    standing: 'current',
    valid: true,
    suspended_on: null,
  });
});
