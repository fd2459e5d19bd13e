import { CONSENT, openBadgeWorld } from '../../../harness/badges.ts';
import { expectRefusal } from '../../../harness/memberships.ts';
import { around } from '../../../harness/world.ts';

const test = around(openBadgeWorld);

test('consent_missing: no badge of anyone who has not consented, or no longer does', async ({ world }) => {
  const { council, award, badge } = world;
  const { id, member_id } = await award({ member: { consent: null, public_profile: false } });
  const read = () => council.call('GET', `/awards/${id}/badge`);
  expectRefusal(await read(), 422, 'consent_missing', /consent/);
  await council.must('PATCH', `/members/${member_id}`, { consent: CONSENT });
  await badge(id);
  await council.must('PATCH', `/members/${member_id}`, { consent: null });
  expectRefusal(await read(), 422, 'consent_missing');
});

test('validation_failed: a format that there is not', async ({ world }) => {
  const { council, award } = world;
  const { id } = await award();
  expectRefusal(
    await council.call('GET', `/awards/${id}/badge?format=svg`),
    422,
    'validation_failed',
    /format/,
  );
});
