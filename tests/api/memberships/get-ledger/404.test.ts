import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('M12 the ledger of another account is as unknown as one that never was', async ({ sello, council }) => {
  const other = await openProgramCouncil(sello, (await sello.newAccount()).key);
  const ask = (id: string) => sello.call('GET', `${API}/members/${id}/ledger`, { key: council.key });
  const foreign = await ask(await other.enrol());
  expectRefusal(foreign, 404, 'not_found');
  expect((await ask('mem_0000000000000000000000')).text).toBe(foreign.text);
});
