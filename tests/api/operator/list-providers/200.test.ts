import { newOperator } from '../../../harness/operator.ts';
import { expect, test } from '../../../harness/world.ts';

test('providers are listed in their order, and one of them stamps on request', async ({ sello }) => {
  const operator = await newOperator(sello);
  const before = (await operator.operate('GET', '/providers')).body.providers;
  expect(before).toMatchObject([
    { order: 1, accredited_as_configured: false, breaker_open: false, failures: 0 },
  ]);
  const [{ name, stamps }] = before;
  const tested = await operator.operate('POST', `/providers/${name}/test-stamp`, {});
  expect(tested.status).toBe(200);
  expect(tested.body).toMatchObject({ provider: name, accredited: false });
  const after = (await operator.operate('GET', '/providers')).body.providers;
  expect(after[0].stamps).toBe(stamps + 1);
  expect((await operator.operate('POST', '/providers/nobody/test-stamp', {})).status).toBe(404);
});
