import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { openProgramCouncil } from '../../../harness/program-council.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('M12 a ledger of another account gets the same answer as an unknown one', async ({ sello, council }) => {
  const other = await openProgramCouncil(sello, (await sello.newAccount()).key);
  const ask = (id: string) => sello.call('GET', `${API}/members/${id}/ledger`, { key: council.key });
  const foreign = await ask(await other.enrol());
  expectRefusal(foreign, 404, 'not_found');
  expect((await ask('mem_0000000000000000000000')).text).toBe(foreign.text);
});
