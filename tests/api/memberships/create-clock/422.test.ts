import { openTestCouncil } from '../../../harness/clocks.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test.for(['1999-12-31', '2100-01-01', '2028-02-30', '2028-01-01T00:00:00Z', 'mañana'])(
  'a clock cannot stand on %s',
  async (day, { sello }) => {
    const council = await openTestCouncil(sello);
    expectRefusal(await council.call('POST', '/clocks', { day }), 422, 'validation_failed', /`day`/);
  },
);

test('a name must be a single line', async ({ sello }) => {
  const council = await openTestCouncil(sello);
  for (const name of [' ', 'dos\nlíneas', 'x'.repeat(201)])
    expectRefusal(await council.call('POST', '/clocks', { name }), 422, 'validation_failed', /`name`/);
});
