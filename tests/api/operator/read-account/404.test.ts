import { newOperator } from '../../../harness/operator.ts';
import { expect, test } from '../../../harness/world.ts';

test('an unknown id is not found', async ({ sello }) => {
  const operator = await newOperator(sello);
  for (const id of [sello.ports.newId('acct'), 'acct_x', '%00']) {
    const { status, body } = await operator.operate('GET', `/accounts/${id}`);
    expect([status, body.error]).toEqual([404, 'not_found']);
  }
});
