import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { holdsOf } from '../../../harness/holds.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'enter',
  ({ council }) =>
    async (fields: object = {}) =>
      (await council.call('POST', '/members', { ...ANA, ...fields })).body.member,
);

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('an anonymised member cannot be changed any more', async ({ council, enter }) => {
  const { id } = await enter({ curp: curpNumber(1) });
  const program = await council.program();
  await council.call('POST', `/members/${id}/anonymise`, { reason: 'x' });
  const other = await enter();
  for (const [method, end, payload] of [
    ['PATCH', '', { given_name: 'Eva' }],
    ['DELETE', '', undefined],
    ['POST', '/suspend', { reason: 'x' }],
    ['POST', '/reactivate', {}],
    ['POST', '/deceased', {}],
    ['POST', '/anonymise', { reason: 'x' }],
    ['POST', '/merge', { into: other.id, reason: 'x' }],
    ['POST', '/memberships', { program_id: program.id }],
  ] as const) {
    expectRefusal(await council.call(method, `/members/${id}${end}`, payload), 409, 'member_anonymised');
  }
  const into = await council.call('POST', `/members/${other.id}/merge`, { into: id, reason: 'x' });
  expectRefusal(into, 409, 'member_anonymised');
  const { member_number } = (await council.call('GET', `/members/${id}`)).body.member;
  const rows = [{ ...ANA, member_number }];
  const imported = await council.call('POST', '/members/import', { rows, on_conflict: 'update' });
  expect(imported.body.import.problems[0].error).toBe('member_anonymised');
});

test('a member under a legal hold stays whole', async ({ sello, council }) => {
  const { id } = await council.member();
  const hold = await holdsOf(sello).add(id);
  expectRefusal(
    await council.call('POST', `/members/${id}/anonymise`, { reason: 'ARCO' }),
    409,
    'legal_hold',
  );
  await holdsOf(sello).lift(hold.id);
  await council.must('POST', `/members/${id}/anonymise`, { reason: 'ARCO' });
});
