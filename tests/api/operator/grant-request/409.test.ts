import { signUp } from '../../../harness/dashboard-person.ts';
import { newOperator } from '../../../harness/operator.ts';
import { expect, test } from '../../../harness/world.ts';

test('of two answers at the same time only one counts, and certificates are granted once', async ({
  sello,
}) => {
  const operator = await newOperator(sello);
  const owner = await signUp(sello);
  const { request } = (await owner.call('POST', '/allowance-requests', { certificates: 10, reason: 'x' }))
    .body;
  const answers = await Promise.all([
    operator.operate('POST', `/requests/${request.id}/grant`, {}),
    operator.operate('POST', `/requests/${request.id}/grant`, {}),
    operator.operate('POST', `/requests/${request.id}/refuse`, { answer: 'No' }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  const { certificates_left: left, requests } = (await owner.call('GET', '/allowance')).body;
  expect(left).toBe(requests[0].status === 'granted' ? 15 : 5);
  const late = await operator.operate('POST', `/requests/${request.id}/refuse`, { answer: 'No' });
  expect([late.status, late.body.error]).toEqual([409, 'invalid_transition']);
  expect((await operator.operate('POST', '/requests/alr_x/grant', {})).status).toBe(404);
});
