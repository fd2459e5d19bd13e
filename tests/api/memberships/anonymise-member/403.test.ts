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

test('needs members:erase, which a key has only if it was named, and a reason', async () => {
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
