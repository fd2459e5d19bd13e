import { signUp } from '../../../harness/dashboard-person.ts';
import { newOperator } from '../../../harness/operator.ts';
import { expect, test } from '../../../harness/world.ts';

test('a request is refused with an answer that the account reads, and its allowance does not change', async ({
  sello,
}) => {
  const operator = await newOperator(sello);
  const owner = await signUp(sello);
  const ask = { certificates: 30, reason: 'Marzo' };
  const { request } = (await owner.call('POST', '/allowance-requests', ask)).body;
  const { status, body } = await operator.operate('POST', `/requests/${request.id}/refuse`, {
    answer: 'Primero la factura',
  });
  expect([status, body.request]).toMatchObject([200, { status: 'refused', answer: 'Primero la factura' }]);
  const told = (await owner.call('GET', '/allowance')).body;
  expect(told).toMatchObject({ certificates_left: 5, requests: [{ status: 'refused' }] });
  const of = async (status: string) =>
    (await operator.operate('GET', `/requests?status=${status}`)).body.requests.map(
      ({ id }: { id: string }) => id,
    );
  expect(await of('open')).not.toContain(request.id);
  expect((await owner.call('GET', '/audit')).body.events[0]).toMatchObject({
    action: 'allowance.refuse',
    actor: { type: 'operator' },
  });
  // Then the account may make another request.
  expect((await owner.call('POST', '/allowance-requests', ask)).status).toBe(201);
});
