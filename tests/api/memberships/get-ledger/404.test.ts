import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { type Council, openCouncil } from '../../../harness/memberships-world.ts';
import { API, openTestSello, type TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await openTestSello();
  council = await openCouncil(sello, (await sello.newAccount()).key);
});
afterAll(() => sello.close());

test('M12 the ledger of another account is as unknown as one that never was', async () => {
  const other = await openCouncil(sello, (await sello.newAccount()).key);
  const ask = (id: string) => sello.call('GET', `${API}/members/${id}/ledger`, { key: council.key });
  const foreign = await ask(await other.member());
  expectRefusal(foreign, 404, 'not_found');
  expect((await ask('mem_0000000000000000000000')).text).toBe(foreign.text);
});
