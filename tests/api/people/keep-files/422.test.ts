import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUp } from '../../../harness/dashboard-person.ts';
import { expectRefusal } from '../../../harness/expect-refusal.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
beforeAll(async () => {
  sello = await shareSello();
});
afterAll(() => sello.close());

test.for([0, -1, 1.5, 36_501, '30', true])('%j days are refused by name', async (keep_files_days) => {
  const { password, call } = await signUp(sello);
  const answer = await call('PUT', '/retention', { password, keep_files_days });
  expect(expectRefusal(answer, 422, 'validation_failed')).toContain('keep_files_days');
});
