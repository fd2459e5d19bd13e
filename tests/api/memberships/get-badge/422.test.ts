import { afterAll, beforeAll, test } from 'vitest';
import { type BadgeWorld, CONSENT, openBadgeWorld } from '../../../harness/badges.ts';
import { expectRefusal } from '../../../harness/memberships.ts';

let world: BadgeWorld;
beforeAll(async () => {
  world = await openBadgeWorld();
});
afterAll(() => world.sello.close());

test('consent_missing: no badge of whoever has not consented, or no longer does', async () => {
  const { council, award, badge } = world;
  const { id, member_id } = await award({ member: { consent: null, public_profile: false } });
  const read = () => council.call('GET', `/awards/${id}/badge`);
  expectRefusal(await read(), 422, 'consent_missing', /consent/);
  await council.must('PATCH', `/members/${member_id}`, { consent: CONSENT });
  await badge(id);
  await council.must('PATCH', `/members/${member_id}`, { consent: null });
  expectRefusal(await read(), 422, 'consent_missing');
});

test('validation_failed: a format that there is not', async () => {
  const { council, award } = world;
  const { id } = await award();
  expectRefusal(
    await council.call('GET', `/awards/${id}/badge?format=svg`),
    422,
    'validation_failed',
    /format/,
  );
});
