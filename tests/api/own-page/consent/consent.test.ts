import { expectRefusal } from '../../../harness/memberships.ts';
import { newEmail, openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld).extend(
  'publish',
  ({ world }) =>
    (version: string) =>
      world.sello.database.query(
        `insert into councils (account_id, privacy_notice, updated_at) values ($1, $2, now())
     on conflict (account_id) do update set privacy_notice = excluded.privacy_notice`,
        [world.council.accountId, JSON.stringify({ version, url: 'https://consejo.example/aviso' })],
      ),
);

test('422 if the council has published no privacy notice', async ({ world }) => {
  const { email } = await world.council.member({ email: newEmail() });
  const visit = await world.enterByCode(email);
  expectRefusal(
    await visit.call('PUT', '/consent', { notice_version: '1' }),
    422,
    'validation_failed',
    /paper/,
  );
});

test('200: consent is given to the current notice, opens the public page, and can be withdrawn at once', async ({
  world,
  publish,
}) => {
  await publish('2026-01');
  const member = await world.council.member({ email: newEmail() });
  const visit = await world.enterByCode(member.email);
  expectRefusal(await visit.call('PATCH', '/me', { public_profile: true }), 422, 'consent_missing');
  expectRefusal(await visit.call('PUT', '/consent', { notice_version: '2025' }), 409, 'version_conflict');
  expect((await visit.call('PUT', '/consent', { notice_version: '2026-01' })).body).toEqual({ done: true });
  const read = async () => (await world.council.must('GET', `/members/${member.id}`)).member;
  expect((await read()).consent).toMatchObject({ notice_version: '2026-01', channel: 'own_page' });
  await visit.call('PATCH', '/me', { public_profile: true, public_fields: ['diplomas'] });
  const path = new URL(member.public_url).pathname;
  expect((await world.sello.call('GET', path)).status).toBe(200);
  expect((await visit.call('DELETE', '/consent')).status).toBe(200);
  expect(await read()).toMatchObject({ consent: null, public_profile: false });
  expect((await world.sello.call('GET', path)).status).toBe(410);
});

test('403 for somebody who came by a link: they can withdraw consent but not give it', async ({
  world,
  publish,
}) => {
  await publish('2026-01');
  const { id } = await world.council.member({ consent: { notice_version: '1', channel: 'papel' } });
  const visit = await world.enterByLink(id);
  const refused = await visit.call('PUT', '/consent', { notice_version: '2026-01' });
  expectRefusal(refused, 403, 'consent_by_link', /code that is mailed/);
  expect((await visit.call('DELETE', '/consent')).status).toBe(200);
});
