import { afterAll, beforeAll, test } from 'vitest';
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

test('a member with a membership is kept', async () => {
  const { member } = (await council.call('POST', '/members', { ...ANA, curp: curpNumber(1) })).body;
  await council.membership({ member });
  expectRefusal(await council.call('DELETE', `/members/${member.id}`), 409, 'member_in_use');
});

test('so is one for whom a transcript was made', async () => {
  const { member } = (await council.call('POST', '/members', { ...ANA, curp: curpNumber(2) })).body;
  await council.must('POST', `/members/${member.id}/transcript`, {});
  expectRefusal(await council.call('DELETE', `/members/${member.id}`), 409, 'member_in_use');
});
