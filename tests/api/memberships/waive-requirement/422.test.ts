import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test('three decimals, less than 0, no reason', async ({ council }) => {
  const { current_term } = await council.membership();
  const put = (body: object) => council.call('PUT', `/terms/${current_term.id}/waivers/total`, body);
  expectRefusal(await put({ min_points: 1.234, reason: 'x' }), 422, 'validation_failed', /min_points/);
  expectRefusal(await put({ min_points: -1, reason: 'x' }), 422, 'validation_failed', /min_points/);
  expectRefusal(await put({ min_points: 100_001, reason: 'x' }), 422, 'validation_failed', /min_points/);
  expectRefusal(await put({ min_points: 1 }), 422, 'validation_failed', /reason/);
});
