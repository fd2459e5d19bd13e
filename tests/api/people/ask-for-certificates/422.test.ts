import { signUp } from '../../../harness/dashboard-person.ts';
import { expect, test } from '../../../harness/world.ts';

test.for([
  [{ certificates: 0, reason: 'x' }, 'certificates'],
  [{ certificates: 5 }, 'reason'],
  [{ certificates: 5, reason: ' \n' }, 'reason'],
  [{ certificates: 5, reason: 'a\u0000b' }, 'reason'],
  [{ reason: 'x' }, 'certificates'],
] as const)('%j is refused, and nothing is asked', async ([body, field], { sello }) => {
  const owner = await signUp(sello);
  const answer = await owner.call('POST', '/allowance-requests', body);
  expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
  expect(answer.body.message).toContain(field);
  expect((await owner.call('GET', '/allowance')).body.requests).toEqual([]);
});
