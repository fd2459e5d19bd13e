import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BadgeWorld, openBadgeWorld } from '../../../harness/badges.ts';
import { openCouncil } from '../../../harness/memberships.ts';

let world: BadgeWorld;
beforeAll(async () => {
  world = await openBadgeWorld();
});
afterAll(() => world.sello.close());

test('M12 a badge of another account’s award is one that does not exist', async () => {
  const { sello, council, award } = world;
  const { id } = await award();
  const stranger = await openCouncil(sello);
  const foreign = await stranger.call('GET', `/awards/${id}/badge`);
  const unknown = await council.call('GET', '/awards/awd_0000000000000000000000/badge');
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
});
