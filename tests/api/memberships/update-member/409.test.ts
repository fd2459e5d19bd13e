import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('another member’s identifier is refused; repeating one’s own is no conflict', async ({ council }) => {
  const holder = (await council.call('POST', '/members', { ...ANA, curp: curpNumber(1), member_number: 'A' }))
    .body;
  const { member } = (await council.call('POST', '/members', { ...ANA, curp: curpNumber(2) })).body;
  const path = `/members/${member.id}`;
  for (const [change, code] of [
    [{ curp: curpNumber(1) }, 'curp_taken'],
    [{ member_number: 'A' }, 'member_number_taken'],
  ] as const) {
    expect(expectRefusal(await council.call('PATCH', path, change), 409, code)).toContain(holder.member.id);
  }
  expect((await council.call('PATCH', path, { curp: curpNumber(2), phone: '1' })).status).toBe(200);
});
