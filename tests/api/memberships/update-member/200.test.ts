import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('only named fields change, null clears, metadata is merged', async ({ council }) => {
  const { member } = (
    await council.call('POST', '/members', {
      ...ANA,
      email: 'a@example.com',
      curp: curpNumber(1),
      metadata: { a: '1', b: '2' },
    })
  ).body;
  const path = `/members/${member.id}`;
  const change = { given_name: 'Eva', email: null, metadata: { a: null, c: '3' }, locale: 'en' };
  const { body } = await council.call('PATCH', path, change);
  expect(body.member).toEqual({
    ...member,
    given_name: 'Eva',
    email: null,
    locale: 'en',
    metadata: { b: '2', c: '3' },
    updated_at: expect.any(String),
  });
  const found = await council.call('GET', '/members?q=eva');
  expect(found.body.members.map(({ id }: { id: string }) => id)).toEqual([member.id]);
});

test('the audit log names personal fields without their values, and has both values of others', async ({
  sello,
  council,
}) => {
  const { member } = (await council.call('POST', '/members', ANA)).body;
  await council.call('PATCH', `/members/${member.id}`, {
    email: 'secret@example.com',
    curp: curpNumber(2),
    locale: 'en',
  });
  const [event] = await sello.database.query(
    "select details::text from audit_events where target = $1 and action = 'member.update'",
    [member.id],
  );
  const details = JSON.parse(String(event?.details));
  expect(details).toMatchObject({
    fields: expect.arrayContaining(['email', 'curp', 'locale']),
    locale: { from: 'es', to: 'en' },
  });
  expect(String(event?.details)).not.toMatch(/secret@|GOMA/);
});

test('withdrawn consent takes the public profile with it', async ({ council }) => {
  const consent = { given_at: '2026-01-15T10:00:00-06:00', notice_version: '1', channel: 'web' };
  const { member } = (await council.call('POST', '/members', { ...ANA, consent, public_profile: true })).body;
  expect(member).toMatchObject({ consent, public_profile: true });
  const { body } = await council.call('PATCH', `/members/${member.id}`, { consent: null });
  expect(body.member).toMatchObject({ consent: null, public_profile: false });
  const again = await council.call('PATCH', `/members/${member.id}`, { public_profile: true });
  expectRefusal(again, 422, 'consent_missing');
});
