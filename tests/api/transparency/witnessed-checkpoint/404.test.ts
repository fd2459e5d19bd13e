import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { queueLeaves } from '../../../harness/log-leaves.ts';
import type { TestSello } from '../../../harness/test-sello.ts';
import { exampleWitness } from '../../../harness/test-witness.ts';
import { expect, testAlone as test } from '../../../harness/world.ts';

test.beforeAll(async ({ sello }) => {
  await queueLeaves(sello, 1);
  await sello.sequence();
});

const ask = (from: TestSello, headers: Record<string, string> = {}) =>
  from.call('GET', '/log/witnessed-checkpoint', { headers });

test('a log without witnesses says so', async ({ sello }) => {
  expect(expectRefusal(await ask(sello), 404, 'not_found')).toContain('No witnesses are configured');
  expect(expectRefusal(await ask(sello, { 'accept-language': 'es' }), 404, 'not_found')).toContain(
    'no tiene testigos',
  );
});

test('a log whose witnesses have not cosigned yet says how many are missing', async ({ sello }) => {
  const { vkey } = await exampleWitness();
  const other = await sello.another({ SELLO_WITNESSES: `${vkey} https://witness.example` });
  expect(expectRefusal(await ask(other), 404, 'not_found')).toContain('1 witnesses');
});
