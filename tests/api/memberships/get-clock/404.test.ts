import { openTestCouncil } from '../../../harness/clocks.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test.for(['clk_0000000000000000000000', 'mem_0000000000000000000000', 'nonsense'])(
  'a clock %s is not found',
  async (id, { sello }) => {
    const council = await openTestCouncil(sello);
    expectRefusal(await council.call('GET', `/clocks/${id}`), 404, 'not_found');
    expectRefusal(
      await council.call('POST', `/clocks/${id}/advance`, { day: '2028-02-01' }),
      404,
      'not_found',
    );
    expectRefusal(await council.call('DELETE', `/clocks/${id}`), 404, 'not_found');
  },
);
