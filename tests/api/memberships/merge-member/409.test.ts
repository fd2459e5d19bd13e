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

test('two open memberships in one program are refused, because people must decide', async ({
  council,
  enter,
}) => {
  const [from, into] = [await enter({ curp: curpNumber(1) }), await enter()];
  const program = await council.program();
  await council.membership({ member: from, program });
  const second = await council.membership({ member: into, program });
  const merge = () => council.call('POST', `/members/${from.id}/merge`, { into: into.id, reason: 'x' });
  expect(expectRefusal(await merge(), 409, 'membership_exists')).toContain(program.id);
  expect((await council.call('GET', `/members/${from.id}`)).body.member.status).toBe('active');
  await council.call('POST', `/memberships/${second.id}/end`, { reason: 'x' });
  expect((await merge()).status).toBe(200);
});

test('members cannot be merged while either is under a legal hold', async ({ sello, council }) => {
  const [from, into] = [await council.member(), await council.member()];
  const merge = { into: into.id, reason: 'Dos veces' };
  for (const { id } of [from, into]) {
    const hold = await holdsOf(sello).add(id);
    expectRefusal(await council.call('POST', `/members/${from.id}/merge`, merge), 409, 'legal_hold');
    await holdsOf(sello).lift(hold.id);
  }
  await council.must('POST', `/members/${from.id}/merge`, merge);
});
