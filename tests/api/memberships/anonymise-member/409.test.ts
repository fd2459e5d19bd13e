import { afterAll, beforeAll, expect, test } from 'vitest';
import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { type Council, openCouncil } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await shareSello();
  council = await openCouncil(sello);
});
afterAll(() => sello.close());

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };
const enter = async (fields: object = {}) =>
  (await council.call('POST', '/members', { ...ANA, ...fields })).body.member;

test('nothing is written to an anonymised member any more', async () => {
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
