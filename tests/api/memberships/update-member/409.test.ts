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

test('what belongs to another member is refused; one’s own again is no conflict', async () => {
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
