import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('a day that is none, a start that the extension does not fit, too many keys', async ({ council }) => {
  const { id, current_term } = await council.membership({ starts_on: '2024-01-01' });
  const patch = (change: object) => council.call('PATCH', `/memberships/${id}`, change);
  expectRefusal(await patch({ starts_on: '2024-13-01' }), 422, 'validation_failed', /starts_on/);
  await council.must('POST', `/terms/${current_term.id}/extend`, { until: '2027-06-30', reason: 'x' });
  expectRefusal(await patch({ starts_on: '2025-01-01' }), 422, 'validation_failed', /extension/);
  const metadata = Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`k${at}`, 'v']));
  expectRefusal(await patch({ metadata }), 422, 'validation_failed', /50/);
});
