import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { holdsOf } from '../../../harness/holds.ts';
import { test } from '../../../harness/world.ts';

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('a member with a membership is kept', async ({ council }) => {
  const { member } = (await council.call('POST', '/members', { ...ANA, curp: curpNumber(1) })).body;
  await council.membership({ member });
  expectRefusal(await council.call('DELETE', `/members/${member.id}`), 409, 'member_in_use');
});

test('a member for whom a transcript was made is kept too', async ({ council }) => {
  const { member } = (await council.call('POST', '/members', { ...ANA, curp: curpNumber(2) })).body;
  await council.must('POST', `/members/${member.id}/transcript`, {});
  expectRefusal(await council.call('DELETE', `/members/${member.id}`), 409, 'member_in_use');
});

test('a member under a legal hold stays whole', async ({ sello, council }) => {
  const { id } = await council.member();
  const hold = await holdsOf(sello).add(id);
  expectRefusal(await council.call('DELETE', `/members/${id}`), 409, 'legal_hold');
  await holdsOf(sello).lift(hold.id);
  await council.must('DELETE', `/members/${id}`);
});
