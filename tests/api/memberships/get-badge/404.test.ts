import { openBadgeWorld } from '../../../harness/badges.ts';
import { openCouncil } from '../../../harness/memberships.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openBadgeWorld);

test('M12 a badge of another account’s award gets the same answer as an unknown one', async ({ world }) => {
  const { sello, council, award } = world;
  const { id } = await award();
  const stranger = await openCouncil(sello);
  const foreign = await stranger.call('GET', `/awards/${id}/badge`);
  const unknown = await council.call('GET', '/awards/awd_0000000000000000000000/badge');
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
});
