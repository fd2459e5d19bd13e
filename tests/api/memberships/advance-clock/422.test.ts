import { newClock, openTestCouncil } from '../../../harness/clocks.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('a clock moves only forward, and at most two years at once', async ({ sello }) => {
  const council = await openTestCouncil(sello);
  const id = await newClock(council, '2028-02-29');
  const send = (body: object) => council.call('POST', `/clocks/${id}/advance`, body);
  for (const day of ['2028-02-28', '2028-02-29', '2030-03-01', '2028-02-30', 'never'])
    expectRefusal(await send({ day }), 422, 'validation_failed', /`day`/);
  expectRefusal(await send({}), 422, 'validation_failed', /day/);
  expect((await send({ day: '2030-02-28' })).status).toBe(202);
});
