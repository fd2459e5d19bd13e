import { openBadgeWorld } from '../../../harness/badges.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { around } from '../../../harness/world.ts';

const test = around(() => openBadgeWorld('http://sello.example'));

test('badge_needs_https: nobody could check a learner record of a server without TLS', async ({ world }) => {
  const { council, award } = world;
  const { member_id } = await award();
  for (const format of ['clr', 'clr_jwt'])
    expectRefusal(
      await council.call('GET', `/members/${member_id}/transcript?format=${format}`),
      409,
      'badge_needs_https',
      /SELLO_BASE_URL/,
    );
});
