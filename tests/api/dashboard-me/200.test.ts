import { afterAll, beforeAll, expect, test } from 'vitest';
import { API, openTestSello, type TestSello } from '../../harness/test-sello.ts';
import { signUp } from '../dashboard-person.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await openTestSello();
});
afterAll(() => sello.close());

test('it tells the account, what is left of the allowance, and the calls of this month over all keys', async () => {
  const { account, call, newKey } = await signUp(sello);
  const [first, second] = [await newKey(), await newKey()];
  await sello.certify(first.secret);
  await sello.certify(first.secret);
  await sello.call('GET', `${API}/certificates`, { key: second.secret });
  const { status, body, headers } = await call('GET', '/me');
  expect(status).toBe(200);
  expect(body).toEqual({
    account: { ...account, certificates_left: 3 },
    allowance: { certificates_left: 3 },
    usage: { month_requests: 3 },
  });
  expect(headers['cache-control']).toBe('private, no-store');
  expect(JSON.stringify(body)).not.toMatch(/password|hash/);
});
