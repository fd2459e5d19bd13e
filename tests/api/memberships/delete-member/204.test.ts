import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { expect, test } from '../../../harness/world.ts';

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('a member without memberships and awards is deleted; other members are kept', async ({ council }) => {
  const { member } = (await council.call('POST', '/members', { ...ANA, curp: curpNumber(1) })).body;
  const path = `/members/${member.id}`;
  expect((await council.call('DELETE', path)).status).toBe(204);
  expectRefusal(await council.call('GET', path), 404, 'not_found');
  expectRefusal(await council.call('DELETE', path), 404, 'not_found');
});
