import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openCouncil } from '../../../harness/memberships.ts';
import type { TestSello } from '../../../harness/test-sello.ts';
import { expect, test } from '../../../harness/world.ts';

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('M12 a member of another account or mode gets the 404 of an unknown one, byte for byte, in every operation', async ({
  sello,
  council,
}) => {
  const other = await openCouncil(sello);
  const { id } = (await other.call('POST', '/members', { ...ANA, curp: curpNumber(1) })).body.member;
  const account = { id: other.accountId } as Parameters<TestSello['newKey']>[0];
  const { key: testKey } = await sello.newKey(account, { mode: 'test' });
  const unknown = `${id.slice(0, -4)}0000`;
  const operations = [
    ['GET', '', undefined],
    ['PATCH', '', { given_name: 'Eva' }],
    ['DELETE', '', undefined],
    ['POST', '/suspend', { reason: 'x' }],
    ['POST', '/reactivate', {}],
    ['POST', '/deceased', {}],
    ['POST', '/anonymise', { reason: 'x' }],
  ] as const;
  for (const [method, end, payload] of operations) {
    const refusals = [];
    for (const [key, target] of [
      [council.key, id],
      [testKey, id],
      [council.key, unknown],
      [council.key, 'mem_x'],
    ] as const) {
      const answer = await council.call(method, `/members/${target}${end}`, payload, { key });
      expectRefusal(answer, 404, 'not_found');
      refusals.push(answer.text);
    }
    expect(new Set(refusals).size, `${method} ${end}`).toBe(1);
  }
  expect((await council.call('GET', '/members')).body.members).toEqual([]);
  for (const search of [{ curp: curpNumber(1) }, { email: 'ana@example.com' }])
    expect((await council.call('POST', '/members/search', search)).body.members).toEqual([]);
  expect((await other.call('GET', `/members/${id}`)).body.member.given_name).toBe('Ana');
});
