import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Council, expectRefusal, openCouncil, RULES } from '../../../harness/memberships.ts';
import { shareSello } from '../../../harness/shared-sello.ts';
import type { TestSello } from '../../../harness/test-sello.ts';

let sello: TestSello;
let council: Council;
beforeAll(async () => {
  sello = await shareSello();
  council = await openCouncil(sello);
});
afterAll(() => sello.close());

test('an external_id in use names the program that has it, and is free in the other mode', async () => {
  const made = await council.must('POST', '/programs', { name: 'a', rules: RULES, external_id: 'p-1' });
  const again = await council.call('POST', '/programs', { name: 'b', rules: RULES, external_id: 'p-1' });
  expectRefusal(again, 409, 'external_id_taken', new RegExp(made.program.id));
  const key = await council.testKey();
  const other = await council.call(
    'POST',
    '/programs',
    { name: 'b', rules: RULES, external_id: 'p-1' },
    { key },
  );
  expect([other.status, other.body.program.livemode]).toEqual([201, false]);
});
