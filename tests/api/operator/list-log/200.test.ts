import { newOperator } from '../../../harness/operator.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test('P112 every act is in the operators’ log with the person’s name, and in the account’s log as "the operator"', async ({
  sello,
}) => {
  const operator = await newOperator(sello);
  const { account } = await sello.newAccount();
  const path = `/accounts/${account.id}`;
  const reason = 'Prueba';
  for (const [method, act, body] of [
    ['POST', '/grants', { certificates: 7 }],
    ['PATCH', '', { max_rate_per_minute: 30 }],
    ['POST', '/suspend', {}],
    ['POST', '/resume', {}],
    ['POST', '/close', { name: account.name }],
  ] as const) {
    const answer = await operator.operate(method, path + act, { ...body, reason });
    expect([act, answer.status, answer.text]).toMatchObject([act, 200, expect.any(String)]);
  }
  const expected = ['account.close', 'account.resume', 'account.suspend', 'limits.change', 'allowance.grant'];
  const { events } = (await operator.operate('GET', '/log?limit=5')).body;
  expect(events.map(({ action }: { action: string }) => action)).toEqual(expected);
  for (const event of events)
    expect(event).toMatchObject({
      actor: { type: 'person', id: operator.id, name: 'Ana Ñúñez' },
      target: account.id,
      details: event.action === 'limits.change' ? { max_rate_per_minute: 30 } : { reason },
    });
  const own = await sello.ports.audit.page(account.id, 5, undefined);
  expect(own.map(({ action }) => action)).toEqual(expected);
  for (const { actor } of own) expect([actor.type, actor.id]).toEqual(['operator', 'operator']);
  expect(JSON.stringify(own)).not.toContain(operator.id);
});
