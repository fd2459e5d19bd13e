import { afterAll, beforeAll, expect, test } from 'vitest';
import { curpNumber } from '../../../harness/curps.ts';
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

const identified = async () =>
  (await sello.database.query("select * from audit_events where action = 'member.identify'")).length;

test('each look at an unmasked CURP is in the audit log, a masked one is not', async () => {
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
