import { newOperator } from '../../../harness/operator.ts';
import { expect, test } from '../../../harness/world.ts';

test('an operator reads who is logged in, and until when no other proof of identity is needed', async ({
  sello,
}) => {
  const operator = await newOperator(sello);
  const { status, body } = await operator.operate('GET', '/me');
  expect(status).toBe(200);
  expect(body).toEqual({
    person: { id: operator.id, name: 'Ana Ñúñez', email: operator.email },
    second_factor: false,
    proven_until: expect.any(String),
    support_url: null,
  });
  expect((await operator.call('GET', '/me')).body.operator).toBe(true);
});
