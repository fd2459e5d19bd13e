import { signUp } from '../../../harness/dashboard-person.ts';
import { joinAs } from '../../../harness/team.ts';
import { expect, test } from '../../../harness/world.ts';

test('an account asks for more certificates, and reads its request and how many are left', async ({
  sello,
}) => {
  const owner = await signUp(sello);
  const admin = await joinAs(sello, owner, 'admin');
  const ask = { certificates: 30, reason: 'Diplomas de marzo' };
  const { status, body } = await admin.call('POST', '/allowance-requests', ask);
  expect([status, body.request]).toMatchObject([201, { ...ask, status: 'open', answer: null }]);
  const told = (await owner.call('GET', '/allowance')).body;
  expect(told).toMatchObject({ certificates_left: 5, requests: [{ id: body.request.id, status: 'open' }] });
  const { events } = (await owner.call('GET', '/audit')).body;
  expect(events[0]).toMatchObject({ action: 'allowance.request', actor: { id: admin.id, role: 'admin' } });
});
