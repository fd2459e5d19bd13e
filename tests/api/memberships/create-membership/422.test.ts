import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { test } from '../../../harness/world.ts';

test.for([
  [{ starts_on: '2026-02-30' }, /starts_on/],
  [{ starts_on: '2026-01-01T00:00:00Z' }, /starts_on/],
  [{ starts_on: '0026-01-01' }, /starts_on.*1900-01-01/],
  [{ starts_on: '9999-12-31' }, /starts_on.*2200-12-31/],
  [{ tracks: ['Not a code'] }, /tracks/],
  [{ tracks: ['a', 'a'] }, /tracks/],
  [{ first_term_number: 0 }, /first_term_number/],
  [{ first_term_number: 1.5 }, /first_term_number/],
  [{ metadata: { long: 'x'.repeat(501) } }, /metadata/],
  [{ external_id: '' }, /external_id/],
  [{ program_id: 7 }, /program_id/],
] as const)('%j is refused in words', async ([fields, words], { council }) => {
  const { id } = await council.member();
  const program = await council.program();
  const answer = await council.call('POST', `/members/${id}/memberships`, {
    program_id: program.id,
    ...fields,
  });
  expectRefusal(answer, 422, 'validation_failed', words);
});

test('the program is needed', async ({ council }) => {
  const { id } = await council.member();
  expectRefusal(
    await council.call('POST', `/members/${id}/memberships`, {}),
    422,
    'validation_failed',
    /program_id/,
  );
});

test('a program that counts from a day of each membership needs that day, and other programs accept none', async ({
  council,
}) => {
  const program = await council.program({ rules: { ...RULES, anchor: 'membership' } });
  const { id } = await council.member();
  const post = (more: object) =>
    council.call('POST', `/members/${id}/memberships`, {
      program_id: program.id,
      starts_on: '2025-03-01',
      ...more,
    });
  expectRefusal(await post({}), 422, 'anchor_missing', /`anchor`/);
  expectRefusal(await post({ anchor: null }), 422, 'anchor_missing', /`anchor`/);
  expectRefusal(await post({ anchor: '2021-02-30' }), 422, 'validation_failed', /anchor/);
  expectRefusal(await post({ anchor: '07-01' }), 422, 'validation_failed', /anchor/);
});
