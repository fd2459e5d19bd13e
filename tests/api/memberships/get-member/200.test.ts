import { curpNumber } from '../../../harness/curps.ts';
import type { TestSello } from '../../../harness/test-sello.ts';
import { test as base, expect } from '../../../harness/world.ts';

const test = base.extend(
  'identified',
  ({ sello }) =>
    async () =>
      (await sello.database.query("select * from audit_events where action = 'member.identify'")).length,
);

const ANA = { given_name: 'Ana', first_surname: 'Núñez' };

test('each reading of an unmasked CURP is in the audit log; a masked one is not', async ({
  sello,
  council,
  identified,
}) => {
  const { body } = await council.call('POST', '/members', { ...ANA, curp: curpNumber(1) });
  const path = `/members/${body.member.id}`;
  const before = await identified();
  expect((await council.call('GET', path)).body.member.curp).toBe(curpNumber(1));
  expect(await identified()).toBe(before + 1);
  const account = { id: council.accountId } as Parameters<TestSello['newKey']>[0];
  const { key } = await sello.newKey(account, { scopes: ['members:read'] });
  expect((await council.call('GET', path, undefined, { key })).body.member.curp).toMatch(/^\*{16}\d\d$/);
  expect(await identified()).toBe(before + 1);
});
