import { expectRefusal } from '../../../harness/memberships.ts';
import { openOwnPageWorld } from '../../../harness/own-page.ts';
import { around, expect } from '../../../harness/world.ts';

const test = around(openOwnPageWorld);

test('200: phone and language change; other fields in the body do not', async ({ world }) => {
  const member = await world.council.member();
  const visit = await world.enterByLink(member.id);
  const wanted = {
    phone: '55 1234 5678',
    locale: 'en',
    given_name: 'Otra',
    status: 'active',
    email: 'x@example.com',
  };
  expect((await visit.call('PATCH', '/me', wanted)).body).toEqual({ done: true });
  const { member: after } = await world.council.must('GET', `/members/${member.id}`);
  expect(after).toMatchObject({ phone: '55 1234 5678', locale: 'en', given_name: 'Ana', email: null });
});

test('403 from another site, 422 for an invalid phone number', async ({ world }) => {
  const visit = await world.enterByLink((await world.council.member()).id);
  const headers = { origin: 'https://evil.example' };
  expectRefusal(await visit.call('PATCH', '/me', { phone: '1' }, headers), 403, 'forbidden_origin');
  expectRefusal(await visit.call('PATCH', '/me', { phone: ' ' }), 422, 'validation_failed', /phone/);
});
