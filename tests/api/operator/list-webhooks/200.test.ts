import { newOperator } from '../../../harness/operator.ts';
import { expect, test } from '../../../harness/world.ts';

test('endpoints are counted by account, without their addresses', async ({ sello }) => {
  const operator = await newOperator(sello);
  const { account, key } = await sello.newAccount();
  const payload = { url: 'https://hooks.example.com/secret-path', events: ['*'] };
  expect((await sello.call('POST', '/api/public/v1/webhooks', { key, payload })).status).toBe(201);
  const { status, body, text } = await operator.operate('GET', '/webhooks');
  expect(status).toBe(200);
  expect(body.accounts.find((one: { account: { id: string } }) => one.account.id === account.id)).toEqual({
    account: { id: account.id, name: account.name },
    endpoints: 1,
    failing: 0,
    disabled: 0,
    waiting: 0,
  });
  expect(text).not.toContain('secret-path');
});
