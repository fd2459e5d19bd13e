import { expectRefusal, RULES } from '../../../harness/memberships.ts';
import { expect, test } from '../../../harness/world.ts';

test('an external_id in use names the program that has it, and is free in the other mode', async ({
  council,
}) => {
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
