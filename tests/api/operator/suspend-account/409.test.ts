import { OPERATOR } from '../../../../server/src/kernel/actor.ts';
import { newOperator } from '../../../harness/operator.ts';
import { expect, test } from '../../../harness/world.ts';

test('a suspended account cannot be suspended again, an open one cannot be resumed, and a closed one cannot be changed', async ({
  sello,
}) => {
  const operator = await newOperator(sello);
  const { account } = await sello.newAccount();
  const act = async (what: string) => {
    const { status, body } = await operator.operate('POST', `/accounts/${account.id}/${what}`, {
      reason: 'x',
    });
    return [status, body.error];
  };
  expect(await act('resume')).toEqual([409, 'invalid_transition']);
  expect(await act('suspend')).toEqual([200, undefined]);
  expect(await act('suspend')).toEqual([409, 'invalid_transition']);
  await sello.ports.accounts.close(account.id, sello.ports.now(), OPERATOR);
  expect(await act('resume')).toEqual([409, 'invalid_transition']);
  expect(await act('suspend')).toEqual([409, 'invalid_transition']);
});
