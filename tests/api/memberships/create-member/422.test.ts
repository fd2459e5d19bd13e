import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test.for([
  [{ given_name: undefined }, 'given_name'],
  [{ given_name: '  ' }, 'given_name'],
  [{ first_surname: 'x'.repeat(201) }, 'first_surname'],
  [{ given_name: 'A\u0007' }, 'given_name'],
  [{ email: 'nobody' }, 'email'],
  [{ email: 'a@b' }, 'email'],
  [{ member_since: '2026-02-30' }, 'member_since'],
  [{ member_since: '2026-01-01T00:00:00Z' }, 'member_since'],
  [{ locale: 'fr' }, 'locale'],
  [{ public_fields: ['curp'] }, 'public_fields'],
  [{ consent: { channel: 'paper' } }, 'notice_version'],
  [{ consent: { given_at: '2999-01-01', notice_version: '1', channel: 'x' } }, 'consent.given_at'],
  [{ external_id: '' }, 'external_id'],
  [{ metadata: { a: 1 } }, 'metadata'],
  [{ metadata: { a: 'x'.repeat(501) } }, 'metadata.a'],
] as const)('%j is refused by the name of the field', async ([fields, field], { council }) => {
  const answer = await council.call('POST', '/members', { ...ANA, ...fields });
  expect(expectRefusal(answer, 422, 'validation_failed')).toContain(field);
});

test('a wrong CURP or RFC has a code of its own, and is not repeated in the answer', async ({ council }) => {
  const bad = 'HEGG560427MVZRRL05';
  const answer = await council.call('POST', '/members', { ...ANA, curp: bad });
  expect(expectRefusal(answer, 422, 'invalid_curp')).not.toContain(bad);
  const headers = { 'accept-language': 'es' };
  const spanish = await council.call('POST', '/members', { ...ANA, curp: bad }, { headers });
  expect(spanish.body.message).toContain('dígito verificador');
  expectRefusal(await council.call('POST', '/members', { ...ANA, rfc: 'X' }), 422, 'invalid_rfc');
});

test('a public profile needs consent', async ({ council }) => {
  const answer = await council.call('POST', '/members', { ...ANA, public_profile: true });
  expectRefusal(answer, 422, 'consent_missing');
});
