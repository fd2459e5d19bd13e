import { openBadgeWorld } from '../../../harness/badges.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(() => openBadgeWorld('http://sello.example'));

test('badge_needs_https: nobody could check a badge of a server without TLS', async ({ world }) => {
  const { council, award } = world;
  const { id } = await award();
  expectRefusal(await council.call('GET', `/awards/${id}/badge`), 409, 'badge_needs_https', /SELLO_BASE_URL/);
  const { award: record } = await council.must('GET', `/awards/${id}`);
  expect(record).toMatchObject({ badge_url: null, no_badge_because: 'server_without_https' });
});

test.for([
  ['pending', undefined],
  ['rejected', 'reject'],
  ['withdrawn', 'withdraw'],
] as const)('invalid_transition: an award that is %s has no badge', async ([status, verb], { world }) => {
  const { council, award } = world;
  const { id } = await award({ isPending: true });
  if (verb !== undefined) await council.must('POST', `/awards/${id}/${verb}`, { reason: 'x' });
  expectRefusal(await council.call('GET', `/awards/${id}/badge`), 409, 'invalid_transition', RegExp(status));
});

test('invalid_transition: an award that was revoked before its badge was read has no badge', async ({
  world,
}) => {
  const { council, award } = world;
  const { id } = await award();
  await council.must('POST', `/awards/${id}/revoke`, { reason: 'x' });
  expectRefusal(await council.call('GET', `/awards/${id}/badge`), 409, 'invalid_transition', /revoked/);
});
