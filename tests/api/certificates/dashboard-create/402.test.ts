import { signUp } from '../../../harness/dashboard-person.ts';
import { certifyAs, uploadAs } from '../../../harness/dashboard-upload.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { test as base, expect, FILE } from '../../../harness/world.ts';

const test = base.extend('_person', FILE, ({ sello }) => signUp(sello));

test('with the allowance used up, live certificates are refused and test ones are not', async ({ sello }) => {
  const poor = await signUp(sello);
  for (let i = 0; i < 5; i++) await certifyAs(poor, `${i}`);
  expectRefusal(await uploadAs(poor, 'one more'), 402, 'allowance_exhausted');
  expect((await uploadAs(poor, 'one more', { mode: 'test' })).status).toBe(201);
});

test('many uploads at once make exactly as many certificates as the allowance has', async ({ sello }) => {
  const poor = await signUp(sello);
  const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => uploadAs(poor, `${i}`)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 402)).toHaveLength(7);
});
