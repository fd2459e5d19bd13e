import { approvedAward } from '../../../harness/documents.ts';
import { API } from '../../../harness/test-sello.ts';
import { expect, programTest as test } from '../../../harness/world.ts';

test('an award of another account gets the same answer as an unknown one', async ({ sello, council }) => {
  const { id } = await approvedAward(council);
  const stranger = (await sello.newAccount()).key;
  const ask = (award: string) =>
    sello.call('POST', `${API}/awards/${award}/diploma`, { key: stranger, payload: {} });
  const [foreign, unknown] = [await ask(id), await ask(`awd_${'0'.repeat(22)}`)];
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text]);
});
