import { curpNumber } from '../../../harness/curps.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import type { TestSello } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'enter',
  ({ council }) =>
    async (fields: object = {}) =>
      (await council.call('POST', '/members', { ...ANA, ...fields })).body.member,
);

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('needs a reason, and members:erase, which must be named when the key is made', async ({
  sello,
  council,
  enter,
}) => {
  const { id } = await enter({ curp: curpNumber(1) });
  const account = { id: council.accountId } as Parameters<TestSello['newKey']>[0];
  const { key } = await sello.newKey(account, {
    scopes: ['members:write', 'members:read', 'members:identify'],
  });
  for (const end of ['anonymise', 'merge']) {
    const payload = { reason: 'x', into: id };
    const answer = await council.call('POST', `/members/${id}/${end}`, payload, { key });
    expect(expectRefusal(answer, 403, 'insufficient_scope')).toContain('members:erase');
    expectRefusal(
      await council.call('POST', `/members/${id}/${end}`, { into: id }),
      422,
      'validation_failed',
    );
  }
});
