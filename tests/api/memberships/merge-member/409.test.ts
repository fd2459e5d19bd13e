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

test('two open memberships of one program are for people to decide', async () => {
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
