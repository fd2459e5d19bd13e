import { signUp } from '../../../harness/dashboard-person.ts';
import { newOperator } from '../../../harness/operator.ts';
import { expect, test } from '../../../harness/world.ts';

test('an account is closed once its name is typed again, and its people stay', async ({ sello }) => {
  const operator = await newOperator(sello);
  const owner = await signUp(sello);
  const close = (name: string) =>
    operator.operate('POST', `/accounts/${owner.account.id}/close`, { name, reason: 'A petición suya' });
  expect((await close('Otra')).status).toBe(422);
  const { status, body } = await close(owner.account.name);
  expect([status, body.account.closed_at]).toEqual([200, expect.any(String)]);
  expect((await owner.call('GET', '/me')).body.account).toBeNull();
});
