import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('an invalid day, a start that does not fit the extension, and too many keys are refused', async ({
  council,
}) => {
  const { id, current_term } = await council.membership({ starts_on: '2024-01-01' });
  const patch = (change: object) => council.call('PATCH', `/memberships/${id}`, change);
  expectRefusal(await patch({ starts_on: '2024-13-01' }), 422, 'validation_failed', /starts_on/);
  await council.must('POST', `/terms/${current_term.id}/extend`, { until: '2027-06-30', reason: 'x' });
  expectRefusal(await patch({ starts_on: '2025-01-01' }), 422, 'validation_failed', /extension/);
  const metadata = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, 'v']));
  expectRefusal(await patch({ metadata }), 422, 'validation_failed', /50/);
});

test('the day from which terms are counted is not taken away, nor moved after a decision', async ({
  council,
}) => {
  const program = await council.program({ rules: { ...RULES, anchor: 'membership' } });
  const { id: member } = await council.member();
  const { membership } = await council.must('POST', `/members/${member}/memberships`, {
    program_id: program.id,
    starts_on: '2025-03-01',
    anchor: '2021-07-01',
  });
  const patch = (anchor: string | null) => council.call('PATCH', `/memberships/${membership.id}`, { anchor });
  expectRefusal(await patch(null), 422, 'anchor_missing', /`anchor`/);
  expectRefusal(await patch('2021-13-01'), 422, 'validation_failed', /anchor/);
});
