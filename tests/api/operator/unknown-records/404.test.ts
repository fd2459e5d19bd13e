/** Accounts, people, requests and providers that do not exist, for every operation that names one. */

import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { newOperator } from '../../../harness/operator.ts';
import { test } from '../../../harness/world.ts';

const REASON = { reason: 'Prueba' };

const ACTS: readonly [operationId: string, method: string, path: string, body?: object][] = [
  ['readAccount', 'GET', '/accounts/ID'],
  ['limitAccount', 'PATCH', '/accounts/ID', { max_rate_per_minute: 10, ...REASON }],
  ['grantCertificates', 'POST', '/accounts/ID/grants', { certificates: 5, ...REASON }],
  ['suspendAccount', 'POST', '/accounts/ID/suspend', REASON],
  ['resumeAccount', 'POST', '/accounts/ID/resume', REASON],
  ['closeAccount', 'POST', '/accounts/ID/close', { name: 'x', ...REASON }],
  ['removeSecondFactor', 'POST', '/people/ID/remove-second-factor', REASON],
  ['grantAllowanceRequest', 'POST', '/requests/ID/grant', {}],
  ['refuseAllowanceRequest', 'POST', '/requests/ID/refuse', { answer: 'No' }],
  ['testProvider', 'POST', '/providers/ID/test-stamp', {}],
];

test.for(ACTS)('%s', async ([, method, path, body], { sello }) => {
  const operator = await newOperator(sello);
  const kind = path.startsWith('/people') ? 'per' : path.startsWith('/requests') ? 'alr' : 'acct';
  for (const id of [sello.ports.newId(kind), 'x', '%00'])
    expectRefusal(await operator.operate(method, path.replace('ID', id), body), 404, 'not_found');
});
