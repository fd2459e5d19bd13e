import { OPERATOR } from '../../../../server/src/kernel/actor.ts';
import { newOperator } from '../../../harness/operator.ts';
import { expect, test } from '../../../harness/world.ts';

test('what is suspended is not suspended again, what is open not resumed, and nothing is done to what is closed', async ({
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
