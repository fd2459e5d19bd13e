import { openFaultyPsc } from '../../../harness/faulty-psc.ts';
import { newOperator } from '../../../harness/operator.ts';
import { test as base, expect, FILE, opened } from '../../../harness/world.ts';

const test = base
  .extend(
    'psc',
    FILE,
    opened(() => openFaultyPsc(1_000)),
  )
  .extend('settings', FILE, ({ psc }) => psc.env);

test('a provider without a usable answer is reported by its name, and nothing is stamped', async ({
  sello,
  psc,
}) => {
  const operator = await newOperator(sello);
  const [{ name, stamps }] = (await operator.operate('GET', '/providers')).body.providers;
  await psc.refuse();
  const { status, body } = await operator.operate('POST', `/providers/${name}/test-stamp`, {});
  expect([status, body.error]).toEqual([502, 'psc_unavailable']);
  expect(body.message).toContain(name);
  await psc.listen();
  expect((await operator.operate('GET', '/providers')).body.providers[0].stamps).toBe(stamps);
});
