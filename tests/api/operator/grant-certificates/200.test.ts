import { newOperator } from '../../../harness/operator.ts';
import { expect, test } from '../../../harness/world.ts';

test('P112 a grant is added to the certificates left and written to both logs; only the operators’ log names who did it', async ({
  sello,
}) => {
  const operator = await newOperator(sello);
  const { account } = await sello.newAccount({ certificates: 3 });
  const grants = `/accounts/${account.id}/grants`;
  const { status, body } = await operator.operate('POST', grants, { certificates: 7, reason: 'Compra 42' });
  expect([status, body.account.certificates_left, body.account.certificates_granted]).toEqual([200, 10, 10]);
  const taken = await operator.operate('POST', grants, { certificates: -4, reason: 'Devolución' });
  expect([taken.body.account.certificates_left, taken.body.account.certificates_granted]).toEqual([6, 6]);
  const [own] = await sello.ports.audit.page(account.id, 1, undefined);
  expect(own).toMatchObject({
    action: 'allowance.grant',
    actor: { type: 'operator', name: 'operator' },
    ip: undefined,
    details: { certificates: -4, reason: 'Devolución' },
  });
  const { events } = (await operator.operate('GET', '/log?limit=2')).body;
  expect(events).toMatchObject([
    {
      action: 'allowance.grant',
      target: account.id,
      actor: { type: 'person', name: 'Ana Ñúñez' },
      details: { certificates: -4, reason: 'Devolución' },
    },
    { details: { certificates: 7, reason: 'Compra 42' } },
  ]);
});
