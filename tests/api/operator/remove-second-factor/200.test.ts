import { turnOn } from '../../../harness/authenticator.ts';
import { signUp } from '../../../harness/dashboard-person.ts';
import { newOperator } from '../../../harness/operator.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('P112 removing a lost second factor is written to both logs, and does not change the password', async ({
  sello,
}) => {
  const operator = await newOperator(sello);
  const person = await signUp(sello);
  const path = `/people/${person.id}/remove-second-factor`;
  const remove = () => operator.operate('POST', path, { reason: 'Vino con su INE' });
  expect((await remove()).status).toBe(404);
  await turnOn(sello, person);
  const { status, body } = await remove();
  expect([status, body.person]).toEqual([
    200,
    { id: person.id, name: 'Ana Ñúñez', email: person.email, second_factor: false },
  ]);
  const payload = { email: person.email, password: person.password };
  expect((await sello.call('POST', '/api/dashboard/login', { payload })).status).toBe(200);
  const [own] = (await sello.ports.audit.page(person.id, 20, undefined)).filter(
    ({ action }) => action === 'second_factor.disable',
  );
  expect(own).toMatchObject({ actor: { type: 'operator' }, details: {} });
  expect(JSON.stringify(own)).not.toContain('INE');
  const [act] = (await operator.operate('GET', '/log?limit=1')).body.events;
  expect(act).toMatchObject({ target: person.id, details: { reason: 'Vino con su INE' } });
  expect((await operator.operate('POST', `/people/per_x/remove-second-factor`, { reason: 'x' })).status).toBe(
    404,
  );
});
