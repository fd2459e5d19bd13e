import { newOperator } from '../../../harness/operator.ts';
import { expect, test } from '../../../harness/world.ts';

test.for([
  [{ certificates: 0, reason: 'x' }, 'certificates'],
  [{ certificates: -4, reason: 'x' }, 'certificates'],
  [{ certificates: 2_000_000_000, reason: 'x' }, 'certificates'],
  [{ certificates: 1.5, reason: 'x' }, 'certificates'],
  [{ certificates: 1 }, 'reason'],
  [{ certificates: 1, reason: '   ' }, 'reason'],
] as const)('%j is refused, and nothing is granted', async ([body, field], { sello }) => {
  const operator = await newOperator(sello);
  const { account } = await sello.newAccount({ certificates: 3 });
  const answer = await operator.operate('POST', `/accounts/${account.id}/grants`, body);
  expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  expect(answer.body.message).toContain(field);
  expect(await sello.certificatesLeft(account)).toBe(3);
});
