/** A closed account can still be read, but nothing can be done to it any more. */

import { OPERATOR } from '../../../../server/src/kernel/actor.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { newOperator } from '../../../harness/operator.ts';
import { expect, test } from '../../../harness/world.ts';

test.for([
  ['limitAccount', 'PATCH', '', { max_rate_per_minute: 10 }],
  ['grantCertificates', 'POST', '/grants', { certificates: 5 }],
  ['suspendAccount', 'POST', '/suspend', {}],
  ['resumeAccount', 'POST', '/resume', {}],
] as const)('%s', async ([, method, act, body], { sello }) => {
  const operator = await newOperator(sello);
  const { account } = await sello.newAccount();
  await sello.ports.accounts.close(account.id, sello.ports.now(), OPERATOR);
  const path = `/accounts/${account.id}`;
  const before = (await operator.operate('GET', path)).body;
  const answer = await operator.operate(method, path + act, { ...body, reason: 'Prueba' });
  expectRefusal(answer, 409, 'invalid_transition');
  expect((await operator.operate('GET', path)).body).toEqual(before);
});
