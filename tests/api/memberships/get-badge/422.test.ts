import { CONSENT, openBadgeWorld } from '../../../harness/badges.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { around } from '../../../harness/world.ts';

const test = around(openBadgeWorld);

test('consent_missing: a member who has not consented, or has withdrawn consent, has no badge', async ({
  world,
}) => {
  const { council, award, badge } = world;
  const { id, member_id } = await award({ member: { consent: null, public_profile: false } });
  const read = () => council.call('GET', `/awards/${id}/badge`);
  expectRefusal(await read(), 422, 'consent_missing', /consent/);
  await council.must('PATCH', `/members/${member_id}`, { consent: CONSENT });
  await badge(id);
  await council.must('PATCH', `/members/${member_id}`, { consent: null });
  expectRefusal(await read(), 422, 'consent_missing');
});

test('validation_failed: an unknown format', async ({ world }) => {
  const { council, award } = world;
  const { id } = await award();
  expectRefusal(
    await council.call('GET', `/awards/${id}/badge?format=svg`),
    422,
    'validation_failed',
    /format/,
  );
});
